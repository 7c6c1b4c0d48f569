'use client'
import { useActionState } from 'react'
import { PasswordAgain } from '#components/api-keys/password-again.tsx'
import { Button } from '#components/ui/button.tsx'
import { DisabledAction } from '#components/ui/disabled-action.tsx'
import { Field } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Slip, StubSection } from '#components/ui/slip.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { FLOW_NAMES, FLOWS, type Flow } from '#lib/domain/approvals/schema/policy.ts'
import type { ApprovalThresholds } from '#lib/domain/approvals/schema.ts'
import { decimalOf, formatMoney } from '#lib/values/money-text.ts'

export type ThresholdsState = {
  /** What was typed, when it was refused. */
  values: Record<string, string> | null
  idempotency_key: string
  error?: { description: string; field?: string; request_id: string }
}

type ThresholdsFormProps = {
  thresholds: ApprovalThresholds
  saved: boolean
  live: boolean
  /** Why this person may not change them, or null. */
  refusal: string | null
  initial: ThresholdsState
  action: (before: ThresholdsState, form: FormData) => Promise<ThresholdsState>
}

/** The amounts above which money that leaves needs a second person. An ordinary form; it works without script. */
export function ThresholdsForm({ thresholds, saved, live, refusal, initial, action }: ThresholdsFormProps) {
  const [{ values, idempotency_key, error }, send, pending] = useActionState(action, initial)
  const known = [...FLOW_NAMES.flatMap(fieldsOf), 'password']
  const elsewhere = error && !known.includes(error.field ?? '') ? error : null
  return (
    <form key={idempotency_key} action={send} noValidate>
      <input type="hidden" name="idempotency_key" value={idempotency_key} />
      <Slip stub={<Rules />}>
        <div className="grid max-w-130 gap-6">
          {saved && !error && (
            <Notice tone="good" role="status">
              Thresholds saved. They apply from the next request.
            </Notice>
          )}
          {elsewhere && (
            <Notice tone="bad" role="alert" title="Thresholds not saved">
              {elsewhere.description}
            </Notice>
          )}
          {thresholds.other_approvers === 0 && (
            <Notice tone="wait" title="No one else can approve">
              Requests above a threshold expire, and a looser threshold takes effect after 24 hours. Add
              another owner or admin.
            </Notice>
          )}
          {FLOW_NAMES.map((flow) => (
            <FlowFields
              key={flow}
              flow={flow}
              thresholds={thresholds}
              values={values}
              error={error}
              readOnly={refusal !== null}
            />
          ))}
          {live && refusal === null && (
            <PasswordAgain error={error?.field === 'password' ? error.description : undefined} />
          )}
          <div className="border-t border-line pt-5">
            {refusal === null ? (
              <Button type="submit" variant="primary" pending={pending}>
                {pending ? 'Saving…' : 'Save'}
              </Button>
            ) : (
              <DisabledAction variant="primary" reason={refusal}>
                Save
              </DisabledAction>
            )}
          </div>
        </div>
      </Slip>
    </form>
  )
}

const fieldsOf = (flow: Flow) => ['merchant', ...FLOWS[flow].roles].map((name) => `${flow}.${name}`)

type FlowFieldsProps = Pick<ThresholdsState, 'values' | 'error'> & {
  flow: Flow
  thresholds: ApprovalThresholds
  readOnly: boolean
}

/** The thresholds of one kind of money: for everyone, and by role. */
function FlowFields({ flow, thresholds, values, error, readOnly }: FlowFieldsProps) {
  const { currency } = thresholds
  const { merchant, by_role } = thresholds[flow]
  const kept: Record<string, number | null | undefined> = { merchant, ...by_role }
  const symbol = formatMoney(0, currency).replace(/[\d.,\s]/g, '')
  const amount = (name: string, label: string, hint?: string) => {
    const field = `${flow}.${name}`
    return (
      <Field
        key={name}
        label={label}
        optional
        error={error?.field === field ? error.description : undefined}
        hint={hint}
      >
        {(control) => (
          <TextInput
            {...control}
            name={field}
            figures
            inputMode="decimal"
            before={symbol}
            autoComplete="off"
            readOnly={readOnly}
            placeholder="none"
            defaultValue={values?.[field] ?? (kept[name] == null ? '' : decimalOf(kept[name], currency))}
          />
        )}
      </Field>
    )
  }
  return (
    <fieldset className="grid gap-4 border-t border-line pt-5 first:border-t-0 first:pt-0">
      <legend className="sr-only">{FLOWS[flow].label}</legend>
      {amount(
        'merchant',
        FLOWS[flow].threshold,
        'Applies to every role and its API keys and connected apps. Leave blank to use only the role limits below.',
      )}
      <div className="grid grid-cols-1 gap-4 desk:grid-cols-2">
        {FLOWS[flow].roles.map((role) => amount(role, `${FLOWS[flow].label} by ${role} above`))}
      </div>
    </fieldset>
  )
}

function Rules() {
  return (
    <StubSection title="How it works">
      <ul className="grid gap-2 text-table text-ink-2">
        <li>Amounts add up over 24 hours: per person, per connected app, and per payment or customer.</li>
        <li>A request above a threshold waits under Approvals until someone else approves it.</li>
        <li>It expires after 24 hours. Nothing moves before it is approved.</li>
        <li>API keys use the threshold of the person who made them, or one of their own.</li>
        <li>Raising or removing a threshold needs approval, too. Lowering one takes effect immediately.</li>
      </ul>
    </StubSection>
  )
}
