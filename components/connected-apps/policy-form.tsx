'use client'
import { CheckboxField } from '#components/shared/form/choice-fields.tsx'
import { TextAreaField } from '#components/shared/form/fields.tsx'
import { ReasonField } from '#components/shared/form/reason-field.tsx'
import { FormError, StaffForm, Submit } from '#components/shared/form/staff-form.tsx'
import { useStaffForm } from '#components/shared/form/use-staff-form.ts'
import { DisabledAction } from '#components/ui/disabled-action.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { policyForm } from './app-forms.ts'

type PolicyFormProps = {
  action: FormAction
  initial: FormState
  saved: boolean
  /** Why this person may not change it, or null. */
  disabledReason: string | null
}

export function PolicyForm({ action, initial, saved, disabledReason }: PolicyFormProps) {
  const form = useStaffForm({ action, initial, declaration: policyForm })
  return (
    <StaffForm form={form} className="grid max-w-150 gap-5">
      {saved && !form.state.error && (
        <Notice tone="good" role="status">
          Policy saved. It applies to new connections.
        </Notice>
      )}
      <FormError title="Policy not saved" />
      <CheckboxField
        name="self_registered"
        disabled={disabledReason !== null}
        label="Allow self-registered apps"
        hint="AI clients register themselves. Each user still chooses what such an app can do. If off, only registered clients can be connected."
      />
      <TextAreaField
        name="redirect_hosts"
        label="Allowed redirect hosts"
        optional
        hint="One host per line, e.g. app.example.com, or localhost and 127.0.0.1 for apps on the user’s own computer. Leave blank to allow any host."
        rows={4}
        className="mono"
        spellCheck={false}
        readOnly={disabledReason !== null}
      />
      {disabledReason === null && <ReasonField />}
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
