'use client'
import { DisabledAction } from '#components/ui/disabled-action.tsx'
import { Submit } from './staff-form.tsx'

/** The foot of a form of settings: its button, or why this person may not press it. */
export function SaveOrReason({ disabledReason }: { disabledReason: string | null }) {
  return (
    <div className="border-t border-line pt-5">
      {disabledReason === null ? (
        <Submit pendingText="Saving…">Save</Submit>
      ) : (
        <DisabledAction variant="primary" reason={disabledReason}>
          Save
        </DisabledAction>
      )}
    </div>
  )
}
