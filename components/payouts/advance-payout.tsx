'use client'
import { useId } from 'react'
import { FormError, StaffForm, Submit } from '#components/shared/form/staff-form.tsx'
import { useStaffForm } from '#components/shared/form/use-staff-form.ts'
import { DisabledAction } from '#components/ui/disabled-action.tsx'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { advanceForm } from './advance-state.ts'

type AdvancePayoutProps = {
  id: string
  /** A form for each end, in the order below. */
  initial: [FormState, FormState]
  action: FormAction
  /** Why the person may not, or null. */
  disabledReason: string | null
}

const FINAL_STATUSES = [
  { to: 'processed', label: 'Advance to processed', pending: 'Processing…' },
  { to: 'reversed', label: 'Advance to reversed', pending: 'Reversing…' },
] as const

/** Test mode: the outcome at the bank can be chosen instead of awaited. */
export function AdvancePayout({ id, initial, action, disabledReason }: AdvancePayoutProps) {
  const heading = useId()
  return (
    <section
      aria-labelledby={heading}
      className="print:hidden mt-4 rounded-md border border-dashed border-line-strong p-3"
    >
      <h2 id={heading} className="text-table font-semibold">
        Test mode: set the bank's result
      </h2>
      <p className="text-table text-ink-2">
        The simulated bank responds after a while. You can set the result now.
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        {FINAL_STATUSES.map((end, at) =>
          disabledReason ? (
            <DisabledAction key={end.to} reason={disabledReason}>
              {end.label}
            </DisabledAction>
          ) : (
            <Advance key={end.to} id={id} {...end} initial={initial[at] ?? initial[0]} action={action} />
          ),
        )}
      </div>
    </section>
  )
}

type AdvanceProps = (typeof FINAL_STATUSES)[number] & { id: string; initial: FormState; action: FormAction }

function Advance({ id, to, label, pending, ...sending }: AdvanceProps) {
  const form = useStaffForm({ ...sending, declaration: advanceForm })
  return (
    <StaffForm form={form} hidden={{ id, to }} className="grid gap-2">
      <FormError />
      <div>
        <Submit variant="default" pendingText={pending}>
          {label}
        </Submit>
      </div>
    </StaffForm>
  )
}
