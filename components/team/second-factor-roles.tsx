'use client'
import { CheckboxesField } from '#components/shared/form/choice-fields.tsx'
import { PasswordField } from '#components/shared/form/password-field.tsx'
import { FormButtons, FormError, StaffForm } from '#components/shared/form/staff-form.tsx'
import { useStaffForm } from '#components/shared/form/use-staff-form.ts'
import { Notice } from '#components/ui/notice.tsx'
import { ROLES, type Role } from '#lib/permissions.ts'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { ASKED_AGAIN } from './labels.ts'
import { ROLE_LABELS } from './role-labels.ts'
import { secondFactorRolesForm } from './team-form-state.ts'

type Sending = { action: FormAction; initial: FormState }
type SecondFactorProps = Sending & { roles: Role[]; mayWrite: boolean; saved: boolean }

/** The roles that need a second factor; owners change them. */
export function SecondFactorRoles({ roles, mayWrite, saved, ...sending }: SecondFactorProps) {
  return (
    <section className="mt-8">
      <h2 className="mb-1 text-lead font-semibold">Second factor</h2>
      <p className="mb-4 max-w-[64ch] text-ink-2">
        People of these roles need a passkey or an authenticator app. Those without one set it up before
        anything else. API keys and connected apps are unaffected.
      </p>
      {saved && (
        <div className="mb-4 max-w-130">
          <Notice tone="good" role="status">
            Requirement saved.
          </Notice>
        </div>
      )}
      {mayWrite ? (
        <RolesForm {...sending} />
      ) : (
        <p>Required for: {roles.map((role) => ROLE_LABELS[role].label).join(', ') || 'none'}</p>
      )}
    </section>
  )
}

function RolesForm({ action, initial }: Sending) {
  const form = useStaffForm({ action, initial, declaration: secondFactorRolesForm })
  return (
    <StaffForm form={form} className="grid max-w-130 gap-5">
      <FormError title="Requirement not saved" />
      <CheckboxesField
        name="roles"
        legend="Required for"
        options={ROLES.map((role) => ({ value: role, label: ROLE_LABELS[role].label }))}
      />
      <PasswordField hint={ASKED_AGAIN} />
      <FormButtons label="Save requirement" pendingText="Saving…" />
    </StaffForm>
  )
}
