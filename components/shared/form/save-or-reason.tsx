'use client'
import { DisabledAction } from '#components/ui/disabled-action.tsx'
import { Submit } from './staff-form.tsx'

/** The foot of a form of settings: its button, or why this person may not press it. */
export function SaveOrReason({
  disabledReason,
  label = 'Save',
}: {
  disabledReason: string | null
  /** Where a page has several forms. */
  label?: string
}) {
  return (
    <div className="border-t border-line pt-5">
      {disabledReason === null ? (
        <Submit pendingText="Saving…">{label}</Submit>
      ) : (
        <DisabledAction variant="primary" reason={disabledReason}>
          {label}
        </DisabledAction>
      )}
    </div>
  )
}
