'use client'
import { type KeyboardEvent, useId, useState } from 'react'
import { PasswordField } from '#components/shared/form/password-field.tsx'
import { ReasonField } from '#components/shared/form/reason-field.tsx'
import { SaveOrReason } from '#components/shared/form/save-or-reason.tsx'
import { FormError, StaffForm, useForm } from '#components/shared/form/staff-form.tsx'
import { useStaffForm } from '#components/shared/form/use-staff-form.ts'
import { FieldError } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { usePreferences } from '#components/ui/preferences.ts'
import { Slip, StubSection } from '#components/ui/slip.tsx'
import { ROOM } from '#components/ui/table.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { FLOW_NAMES, FLOWS, type Flow, roleThresholdLabel } from '#lib/domain/approvals/schema/policy.ts'
import type { ApprovalThresholds } from '#lib/domain/approvals/schema.ts'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { currencySymbol, formatMoney, parseMoney } from '#lib/values/money-text.ts'
import { capitalized } from '#lib/values/text.ts'
import { thresholdFieldOf, thresholdsFormOf } from './thresholds-form-state.ts'

type ThresholdsFormProps = {
  thresholds: ApprovalThresholds
  saved: boolean
  live: boolean
  /** Why this person may not change them, or null. */
  disabledReason: string | null
  initial: FormState
  action: FormAction
}

/** The amounts above which money that leaves needs a second person. */
export function ThresholdsForm({
  thresholds,
  saved,
  live,
  disabledReason,
  initial,
  action,
}: ThresholdsFormProps) {
  const { currency, other_approvers } = thresholds
  const form = useStaffForm({ action, initial, declaration: thresholdsFormOf(thresholds), currency })
  return (
    <StaffForm form={form}>
      <Slip stub={<Rules />}>
        <div className="grid gap-5">
          {saved && !form.state.error && (
            <Notice tone="good" role="status">
              Thresholds saved. They apply from the next request.
            </Notice>
          )}
          <FormError title="Thresholds not saved" />
          {other_approvers === 0 && (
            <Notice tone="wait" title="No one else can approve">
              Requests above a threshold expire, and a looser threshold takes effect after 24 hours. Add
              another owner or admin.
            </Notice>
          )}
          <ThresholdTable thresholds={thresholds} readOnly={disabledReason !== null} />
          <div className="grid max-w-130 gap-5">
            {disabledReason === null && <ReasonField />}
            {live && disabledReason === null && <PasswordField />}
            <SaveOrReason disabledReason={disabledReason} />
          </div>
        </div>
      </Slip>
    </StaffForm>
  )
}

/** A label at the left of its field, where there are no heads. */
const FOLDED =
  '@max-[28rem]/rows:grid @max-[28rem]/rows:w-full @max-[28rem]/rows:grid-cols-[minmax(0,1fr)_9rem] @max-[28rem]/rows:items-center @max-[28rem]/rows:gap-x-3 @max-[28rem]/rows:py-1 @max-[28rem]/rows:pr-0'

type TableProps = { thresholds: ApprovalThresholds; readOnly: boolean }

/** A row for everyone and one for each role, a column for each kind of money. On a phone each row is a group of fields. */
function ThresholdTable({ thresholds, readOnly }: TableProps) {
  const [chosen, setChosen] = useState<[Flow, Row] | null>(null)
  const cell = { thresholds, readOnly }
  return (
    <div className={ROOM}>
      <table className="w-full text-table" onKeyDown={moveByKey}>
        <caption className="sr-only">Amounts above which someone else must approve, by role</caption>
        <thead className="@max-[28rem]/rows:sr-only">
          <tr className="border-b border-line-strong text-left text-small text-ink-3">
            {['Role', ...FLOW_NAMES.map((flow) => FLOWS[flow].label)].map((head) => (
              <th key={head} scope="col" className="pr-3 pb-1.5 font-medium last:pr-0">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rowsOf(thresholds).map((row) => (
            <tr
              key={row.id}
              className="border-b border-line align-top @max-[28rem]/rows:grid @max-[28rem]/rows:py-3"
            >
              <th scope="row" className="pr-3 text-left font-[540] wrap-anywhere @max-[28rem]/rows:pr-0">
                <span className="block py-2 leading-7.5">{capitalized(row.name)}</span>
              </th>
              {FLOW_NAMES.map((flow) => (
                <td
                  key={flow}
                  className={`w-42 py-2 pr-3 last:pr-0 ${row.flows.includes(flow) ? FOLDED : '@max-[28rem]/rows:hidden'}`}
                >
                  {row.flows.includes(flow) ? (
                    <ThresholdField flow={flow} row={row} onFocus={() => setChosen([flow, row])} {...cell} />
                  ) : (
                    <p className="leading-7.5 text-ink-3">
                      <span aria-hidden="true">—</span>
                      <span className="sr-only">{capitalized(row.name)} can't move this money</span>
                    </p>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {/* Its line is kept free, so that moving between the fields moves nothing. */}
      <p className="num mt-2 min-h-9 text-small text-ink-2 noscript:hidden">
        {chosen && <Effect flow={chosen[0]} row={chosen[1]} currency={thresholds.currency} />}
      </p>
    </div>
  )
}

type Row = { id: string; name: string; flows: readonly Flow[] }

const EVERYONE = 'merchant'

function rowsOf(thresholds: ApprovalThresholds): Row[] {
  const rows = new Map<string, Row & { flows: Flow[] }>()
  for (const flow of FLOW_NAMES)
    for (const { id, name } of thresholds[flow].roles) {
      const row = rows.get(id) ?? { id, name, flows: [] }
      row.flows.push(flow)
      rows.set(id, row)
    }
  return [{ id: EVERYONE, name: 'everyone', flows: FLOW_NAMES }, ...rows.values()]
}

function labelOf(flow: Flow, { id }: Row, thresholds: ApprovalThresholds): string {
  const role = thresholds[flow].roles.find((one) => one.id === id)
  return role ? roleThresholdLabel(flow, role.name) : FLOWS[flow].threshold
}

/** Before, at and after the kind of money, which alone is seen on a phone: its row has the role as its head. */
function labelParts(flow: Flow, label: string): [before: string, noun: string, after: string] {
  const noun = FLOWS[flow].label
  const at = label.toLowerCase().indexOf(noun.toLowerCase())
  return [label.slice(0, at), label.slice(at, at + noun.length), label.slice(at + noun.length)]
}

type ThresholdFieldProps = TableProps & { flow: Flow; row: Row; onFocus: () => void }

function ThresholdField({ flow, row, thresholds, readOnly, onFocus }: ThresholdFieldProps) {
  const { hook, errorOf, initialOf } = useForm()
  const id = useId()
  const name = thresholdFieldOf(flow, row.id)
  const error = errorOf(name)
  return (
    <>
      <label htmlFor={id} className="text-ink-2 @min-[28rem]/rows:sr-only">
        {labelParts(flow, labelOf(flow, row, thresholds)).map((part, at) => (
          <span key={part} className={at === 1 ? 'inline-block first-letter:uppercase' : 'sr-only'}>
            {part}
          </span>
        ))}
      </label>
      <TextInput
        id={id}
        small
        figures
        inputMode="decimal"
        autoComplete="off"
        placeholder="none"
        before={currencySymbol(thresholds.currency)}
        defaultValue={initialOf(name)}
        readOnly={readOnly}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onFocus={onFocus}
        {...hook.register(name)}
      />
      <FieldError id={`${id}-error`} error={error} className="col-span-full" />
    </>
  )
}

/** What the threshold of a role comes to, with the one for everyone: the lower one counts. */
function Effect({ flow, row, currency }: { flow: Flow; row: Row; currency: string }) {
  const { hook, initialOf } = useForm()
  const { grouping } = usePreferences()
  const amountOf = (id: string) => {
    const name = thresholdFieldOf(flow, id)
    return parseMoney(String(hook.watch(name) ?? initialOf(name) ?? ''), currency)
  }
  const [own, common] = [amountOf(row.id), amountOf(EVERYONE)]
  const amounts = [own, common].filter((amount) => amount !== null)
  const what = row.id === EVERYONE ? FLOWS[flow].label : `${FLOWS[flow].label} by ${row.name}`
  if (amounts.length === 0)
    return row.id === EVERYONE ? `${what}: only the thresholds by role apply.` : `${what}: no threshold.`
  const lowest = amounts.reduce((least, amount) => (amount < least ? amount : least))
  return (
    <>
      {what} above {formatMoney(lowest, currency, grouping)} need approval
      {row.id !== EVERYONE && lowest === common && lowest !== own && ', as for everyone'}.
    </>
  )
}

/** Up, Down and Enter move within a column: Enter in a field must not save what others are still being typed. */
function moveByKey(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowUp: -1, ArrowDown: 1, Enter: 1 }[event.key]
  if (step === undefined || !(event.target instanceof HTMLInputElement)) return
  event.preventDefault()
  const { name } = event.target
  const column = FLOW_NAMES.find((flow) => name.startsWith(`${flow}_`))
  const fields = [...event.currentTarget.querySelectorAll<HTMLInputElement>(`input[name^="${column}_"]`)]
  const next = fields[fields.findIndex((field) => field.name === name) + step]
  next?.focus()
  next?.select()
}

function Rules() {
  return (
    <StubSection title="How it works">
      <ul className="grid gap-2 text-table text-ink-2">
        <li>The lower of the threshold for everyone and that of the role counts. Blank means none.</li>
        <li>Amounts add up over 24 hours: per person, per connected app, and per payment or customer.</li>
        <li>A request above a threshold waits under Approvals until someone else approves it.</li>
        <li>It expires after 24 hours. Nothing moves before it is approved.</li>
        <li>API keys use the threshold of the person who made them, or one of their own.</li>
        <li>Roles that you create get a threshold here as soon as they may move the money.</li>
        <li>Raising or removing a threshold needs approval, too. Lowering one takes effect immediately.</li>
      </ul>
    </StubSection>
  )
}
