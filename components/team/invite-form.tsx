'use client'
import { RadioField } from '#components/shared/form/choice-fields.tsx'
import { TextField } from '#components/shared/form/fields.tsx'
import { PasswordField } from '#components/shared/form/password-field.tsx'
import { FormButtons, FormError, StaffForm } from '#components/shared/form/staff-form.tsx'
import { useStaffForm } from '#components/shared/form/use-staff-form.ts'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { Invited as InvitedNotice } from './invited.tsx'
import { CONFIRMED_AGAIN } from './labels.ts'
import { type InvitedPerson, inviteForm } from './team-form-state.ts'

type Option = { value: string; label: string; hint: string }

type InviteFormProps = {
  action: FormAction<InvitedPerson>
  initial: FormState<InvitedPerson>
  roles: Option[]
}

/** Name, email and role of a person to be invited. */
export function InviteForm({ action, initial, roles }: InviteFormProps) {
  const form = useStaffForm({ action, initial, declaration: inviteForm })
  if (form.state.result) return <InvitedNotice {...form.state.result} />
  return (
    <StaffForm form={form} className="grid max-w-130 gap-5">
      <FormError title="Invitation not sent" />
      <TextField name="name" label="Name" required maxLength={100} />
      <TextField
        name="email"
        label="Email"
        required
        type="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={255}
      />
      <RadioField name="role" legend="Role" options={roles} />
      <PasswordField hint={CONFIRMED_AGAIN} />
      <FormButtons label="Invite person" pendingText="Inviting…" cancelHref="/settings/team" />
    </StaffForm>
  )
}
