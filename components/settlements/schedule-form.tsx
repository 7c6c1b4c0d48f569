'use client'
import { RadioField } from '#components/shared/form/choice-fields.tsx'
import { TextField } from '#components/shared/form/fields.tsx'
import { PasswordField } from '#components/shared/form/password-field.tsx'
import { FormError, StaffForm, Submit } from '#components/shared/form/staff-form.tsx'
import { useStaffForm } from '#components/shared/form/use-staff-form.ts'
import { DisabledAction } from '#components/ui/disabled-action.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { DELAY_HINT, scheduleForm } from './schedule-form-state.ts'

type ScheduleFormProps = {
  live: boolean
  saved: boolean
  /** Why this person may not change it; null when they may. */
  disabledReason: string | null
  action: FormAction
  initial: FormState
}

const CHOICES = [
  {
    value: 'on',
    label: 'Settle every working day',
    hint: 'Payments are paid to your bank account, less fees, tax, refunds and transfers.',
  },
  {
    value: 'off',
    label: 'Keep payments in the balance',
    hint: 'Refunds of older payments are paid from it.',
  },
]

/** Whether the balance is settled, and after how many working days. */
export function SettlementScheduleForm({ live, saved, disabledReason, action, initial }: ScheduleFormProps) {
  const form = useStaffForm({ action, initial, declaration: scheduleForm })
  return (
    <StaffForm form={form} className="grid max-w-110 gap-5">
      {saved && !form.state.error && (
        <Notice tone="good" role="status">
          Schedule saved.
        </Notice>
      )}
      <FormError title="Schedule not saved" />
      <RadioField name="schedule" legend="Settlement" options={CHOICES} />
      <TextField
        name="delay_days"
        label="Delay"
        hint={DELAY_HINT}
        inputMode="numeric"
        figures
        after="working days"
        className="pr-28"
        readOnly={disabledReason !== null}
      />
      {live && disabledReason === null && <PasswordField />}
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
