'use client'
import { AllOrNone } from '#components/shared/form/all-or-none.tsx'
import { CheckboxesField, CheckboxField, RadioField } from '#components/shared/form/choice-fields.tsx'
import { SelectField, TextField } from '#components/shared/form/fields.tsx'
import { PasswordField } from '#components/shared/form/password-field.tsx'
import { FormButtons, FormError, StaffForm } from '#components/shared/form/staff-form.tsx'
import { useStaffForm } from '#components/shared/form/use-staff-form.ts'
import type { Receiver } from '#lib/domain/exports/schema.ts'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { createScheduleForm, updateScheduleForm } from './schedule-forms.ts'
import { FORMATS, HOURS, WEEKDAYS } from './schedule-labels.ts'

type ScheduleFormProps = {
  /** A new one has its list and filters in `hidden`, another its ID. */
  hidden: Record<string, string>
  action: FormAction
  initial: FormState
  columns: string[]
  receivers: Receiver[]
  zone: string
  hasPeriod: boolean
  live: boolean
  cancelHref: string
}

/** When an export is sent, how it is written, and to whom. */
export function ScheduleForm(props: ScheduleFormProps) {
  const { hidden, action, initial, columns, receivers, zone, hasPeriod, live, cancelHref } = props
  const declaration = 'id' in hidden ? updateScheduleForm : createScheduleForm
  const form = useStaffForm({ action, initial, declaration })
  const covers = (text: string) => (hasPeriod ? { hint: text } : {})
  return (
    <StaffForm form={form} hidden={hidden} className="group/schedule grid max-w-150 gap-6">
      <FormError title="Schedule not saved" />
      <RadioField
        name="frequency"
        legend="Send"
        options={[
          { value: 'daily', label: 'Daily', ...covers('Each file has the day before.') },
          { value: 'weekly', label: 'Weekly', ...covers('Each file has the week before, Monday to Sunday.') },
          { value: 'monthly', label: 'Monthly', ...covers('Each file has the month before.') },
        ]}
      />
      <div className="hidden group-has-[[value=weekly]:checked]/schedule:block">
        <SelectField name="weekday" label="Day of the week" options={WEEKDAYS} />
      </div>
      <div className="hidden group-has-[[value=monthly]:checked]/schedule:block">
        <TextField name="month_day" label="Day of the month" hint="1 to 28." inputMode="numeric" figures />
      </div>
      <SelectField
        name="hour"
        label="Time"
        hint={`In ${zone}, the time zone of this account.`}
        options={HOURS}
      />
      <RadioField name="format" legend="Format" options={FORMATS} />
      <CheckboxField name="head" label="Begin with the list, filter, time zone and period" />
      <CheckboxesField
        name="recipients"
        legend="Recipients"
        hint="People with permission to export this list. People who lose this permission stop receiving the export."
        options={receivers.map(({ id, name, email }) => ({ value: id, label: name, hint: email }))}
      />
      <details open={form.errorOf('columns') !== undefined}>
        <summary className="link w-fit text-table">Columns</summary>
        <div className="mt-3">
          <AllOrNone name="columns" />
          <CheckboxesField
            name="columns"
            legend="Columns of the file"
            options={columns.map((name) => ({
              value: name,
              label: <span className="mono wrap-anywhere">{name}</span>,
            }))}
          />
        </div>
      </details>
      {live && <PasswordField />}
      <FormButtons label="Save schedule" pendingText="Saving…" cancelHref={cancelHref} />
    </StaffForm>
  )
}
