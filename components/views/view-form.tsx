'use client'
import { CheckboxField } from '#components/shared/form/choice-fields.tsx'
import { TextField } from '#components/shared/form/fields.tsx'
import { FormButtons, FormError, StaffForm } from '#components/shared/form/staff-form.tsx'
import { useStaffForm } from '#components/shared/form/use-staff-form.ts'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { saveViewForm, updateViewForm } from './view-forms.ts'

type ViewFormProps = {
  action: FormAction
  initial: FormState
  /** The view, or the list and search params of a new one. */
  hidden: Record<string, string>
  /** Why this person can't share it; null if they can. */
  unshareable: string | null
  cancelHref: string
}

/** The name of a view, and who sees it. */
export function ViewForm({ action, initial, hidden, unshareable, cancelHref }: ViewFormProps) {
  const declaration = 'id' in hidden ? updateViewForm : saveViewForm
  const form = useStaffForm({ action, initial, declaration })
  return (
    <StaffForm form={form} hidden={hidden} className="grid gap-5">
      <FormError />
      <TextField name="name" label="Name" required maxLength={40} autoComplete="off" />
      <CheckboxField name="is_default" label="Open the list with this view" />
      <CheckboxField
        name="shared"
        label="Share with the team"
        hint={unshareable ?? 'Everyone who can see this list gets the view, in this mode.'}
        disabled={unshareable !== null}
      />
      <FormButtons label="Save view" pendingText="Saving…" cancelHref={cancelHref} />
    </StaffForm>
  )
}
