'use client'
import { TextField } from '#components/shared/form/fields.tsx'
import { FormError, StaffForm, Submit } from '#components/shared/form/staff-form.tsx'
import { useStaffForm } from '#components/shared/form/use-staff-form.ts'
import { DisabledAction } from '#components/ui/disabled-action.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { retentionForm } from './retention-form-state.ts'

type RetentionFormProps = {
  mode: string
  saved: boolean
  /** Why this person may not change it; null when they may. */
  disabledReason: string | null
  action: FormAction
  initial: FormState
}

/** For how many days requests are stored. */
export function RetentionForm({ mode, saved, disabledReason, action, initial }: RetentionFormProps) {
  const form = useStaffForm({ action, initial, declaration: retentionForm })
  return (
    <StaffForm form={form} className="grid max-w-100 gap-5">
      {saved && !form.state.error && (
        <Notice tone="good" role="status">
          Saved. Older requests are deleted within 1 hour.
        </Notice>
      )}
      <FormError title="Retention not saved" />
      <TextField
        name="days"
        label="Retention"
        hint={`1 to 365 days, in ${mode} mode. Older requests are deleted permanently. Orders, payments and the audit log are kept.`}
        inputMode="numeric"
        figures
        after="days"
        className="pr-14"
        readOnly={disabledReason !== null}
      />
      <div>
        {disabledReason === null ? (
          <Submit pendingText="Saving…">Save</Submit>
        ) : (
          <DisabledAction variant="primary" reason={disabledReason}>
            Save
          </DisabledAction>
        )}
      </div>
    </StaffForm>
  )
}
