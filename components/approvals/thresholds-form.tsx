'use client'
import { useActionState } from 'react'
import { PasswordAgain } from '#components/api-keys/password-again.tsx'
import { Button } from '#components/ui/button.tsx'
import { DisabledAction } from '#components/ui/disabled-action.tsx'
import { Field } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Slip, StubSection } from '#components/ui/slip.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { REFUNDING_ROLES, type RefundThresholds } from '#lib/domain/approvals/schema.ts'
import { decimalOf, formatMoney } from '#lib/values/money-text.ts'

export type ThresholdsState = {
  /** What was typed, when it was refused. */
  values: Record<string, string> | null
  idempotency_key: string
  error?: { description: string; field?: string; request_id: string }
}

type ThresholdsFormProps = {
  thresholds: RefundThresholds
  saved: boolean
  live: boolean
  /** Why this person may not change them, or null. */
  refusal: string | null
  initial: ThresholdsState
  action: (before: ThresholdsState, form: FormData) => Promise<ThresholdsState>
}

/** Above which amounts a refund takes two people. An ordinary form; it works without script. */
export function ThresholdsForm({ thresholds, saved, live, refusal, initial, action }: ThresholdsFormProps) {
  const [{ values, idempotency_key, error }, send, pending] = useActionState(action, initial)
  const { currency, merchant, by_role } = thresholds
  const kept: Record<string, number | null | undefined> = { merchant, ...by_role }
  const symbol = formatMoney(0, currency).replace(/[\d.,\s]/g, '')
  const errorOf = (name: string) => (error?.field === name ? error.description : undefined)
  const elsewhere =
    error && !['merchant', ...REFUNDING_ROLES, 'password'].includes(error.field ?? '') ? error : null
  const amount = (name: string, label: string, hint?: string) => (
    <Field key={name} label={label} optional error={errorOf(name)} hint={hint}>
      {(control) => (
        <TextInput
          {...control}
          name={name}
          figures
          inputMode="decimal"
          before={symbol}
          autoComplete="off"
          readOnly={refusal !== null}
          placeholder="none"
          defaultValue={values?.[name] ?? (kept[name] == null ? '' : decimalOf(kept[name], currency))}
        />
      )}
    </Field>
  )
  return (
    <form key={idempotency_key} action={send} noValidate>
      <input type="hidden" name="idempotency_key" value={idempotency_key} />
      <Slip stub={<Rules />}>
        <div className="grid max-w-130 gap-5">
          {saved && !error && (
            <Notice tone="good" role="status">
              The thresholds are saved. They hold from the next refund.
            </Notice>
          )}
          {elsewhere && (
            <Notice tone="bad" role="alert" title="Nothing was saved">
              {elsewhere.description}
            </Notice>
          )}
          {amount(
            'merchant',
            'Refunds above this take two people',
            'Whoever asks: staff of every role, and programs that act for them. Left empty, only the limits below count.',
          )}
          <fieldset className="grid gap-4 border-t border-line pt-5">
            <legend className="sr-only">By role</legend>
            <p className="max-w-[60ch] text-ink-2">
              A role can have a lower threshold of its own, which also holds for programs that its members
              connect.
            </p>
            <div className="grid grid-cols-1 gap-4 desk:grid-cols-2">
              {REFUNDING_ROLES.map((role) =>
                amount(role, `${role.charAt(0).toUpperCase()}${role.slice(1)}, above`),
              )}
            </div>
          </fieldset>
          {live && refusal === null && <PasswordAgain error={errorOf('password')} />}
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

function Rules() {
  return (
    <StubSection title="What follows">
      <ul className="grid gap-2 text-table text-ink-2">
        <li>A refund above a threshold waits under Approvals until somebody else approves it.</li>
        <li>Whoever asked can never approve it, nor can the person whose program asked.</li>
        <li>After 24 hours it is given up, and nothing has moved.</li>
        <li>API keys have ceilings of their own and are not held.</li>
      </ul>
    </StubSection>
  )
}
