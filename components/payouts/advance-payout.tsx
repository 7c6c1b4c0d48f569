'use client'
import { useActionState, useId } from 'react'
import type { TransferFormState } from '#components/transfers/transfer-form-state.ts'
import { DisabledAction } from '#components/ui/disabled-action.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'

type AdvancePayoutProps = {
  id: string
  initial: TransferFormState
  action: (before: TransferFormState, form: FormData) => Promise<TransferFormState>
  /** Why the person may not, or null. */
  refusal: string | null
}

const ENDS = [
  { to: 'processed', label: 'Advance to processed', pending: 'Processing…' },
  { to: 'reversed', label: 'Advance to reversed', pending: 'Reversing…' },
] as const

/** Test mode: what the bank will answer need not be waited for. */
export function AdvancePayout({ id, initial, action, refusal }: AdvancePayoutProps) {
  const [state, formAction] = useActionState(action, initial)
  const heading = useId()
  return (
    <section
      aria-labelledby={heading}
      className="no-print mt-4 rounded-md border border-dashed border-line-strong p-3"
    >
      <h2 id={heading} className="text-table font-semibold">
        Test mode: set the bank's result
      </h2>
      <p className="text-table text-ink-2">
        The simulated bank responds after a while. You can set the result now.
      </p>
      {state.error && (
        <div className="mt-2">
          <Notice tone="bad" role="alert" title={state.error.description} />
        </div>
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        {ENDS.map(({ to, label, pending }) =>
          refusal ? (
            <DisabledAction key={to} reason={refusal}>
              {label}
            </DisabledAction>
          ) : (
            <form key={to} action={formAction}>
              <input type="hidden" name="id" value={id} />
              <input type="hidden" name="to" value={to} />
              <input type="hidden" name="idempotency_key" value={`${state.idempotency_key}${to}`} />
              <SubmitButton variant="default" pendingText={pending}>
                {label}
              </SubmitButton>
            </form>
          ),
        )}
      </div>
    </section>
  )
}
