'use client'
import { TextField } from '#components/shared/form/fields.tsx'
import { SaveOrReason } from '#components/shared/form/save-or-reason.tsx'
import { FormError, StaffForm } from '#components/shared/form/staff-form.tsx'
import { useStaffForm } from '#components/shared/form/use-staff-form.ts'
import { Notice } from '#components/ui/notice.tsx'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { retentionForm } from './retention-form-state.ts'

type RetentionFormProps = {
  saved: boolean
  /** For how many days the operator keeps events and emails at most. */
  limits: { events: number; mails: number }
  /** Why this person may not change it; null when they may. */
  disabledReason: string | null
  action: FormAction
  initial: FormState
}

/** For how long data that the merchant may shorten is kept. */
export function RetentionForm({ saved, limits, disabledReason, action, initial }: RetentionFormProps) {
  const form = useStaffForm({ action, initial, declaration: retentionForm })
  const shared = {
    inputMode: 'numeric',
    figures: true,
    after: 'days',
    className: 'pr-14',
    maxLength: 6,
    readOnly: disabledReason !== null,
  } as const
  return (
    <StaffForm form={form} className="grid max-w-100 gap-5">
      {saved && !form.state.error && (
        <Notice tone="good" role="status">
          Saved. Older data is deleted within 6 hours.
        </Notice>
      )}
      <FormError title="Retention not saved" />
      <TextField
        name="request_log_days"
        label="Request log"
        required
        hint="1 to 365 days. Requests and responses, for finding faults."
        {...shared}
      />
      <TextField
        name="event_days"
        label="Events"
        optional
        hint={`At least 31 days. This server keeps them for ${limits.events} days at most. Timelines and webhook replays need them; the records stay.`}
        placeholder={String(limits.events)}
        {...shared}
      />
      <TextField
        name="mail_days"
        label="Emails in the outbox"
        optional
        hint={`At least 7 days. This server keeps them for ${limits.mails} days at most. They contain names and email addresses.`}
        placeholder={String(limits.mails)}
        {...shared}
      />
      <SaveOrReason disabledReason={disabledReason} />
    </StaffForm>
  )
}
