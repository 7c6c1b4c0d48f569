'use client'
import { CheckboxesField } from '#components/shared/form/choice-fields.tsx'
import { PasswordField } from '#components/shared/form/password-field.tsx'
import { ReasonField } from '#components/shared/form/reason-field.tsx'
import { FormButtons, FormError, StaffForm } from '#components/shared/form/staff-form.tsx'
import { useStaffForm } from '#components/shared/form/use-staff-form.ts'
import { Notice } from '#components/ui/notice.tsx'
import type { SecondFactorRoles as Required } from '#lib/domain/merchants/schema.ts'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { CONFIRMED_AGAIN } from './labels.ts'
import { roleWord } from './role-labels.ts'
import { secondFactorRolesForm } from './team-form-state.ts'

type Sending = { action: FormAction; initial: FormState }
type SecondFactorProps = Sending & Pick<Required, 'roles' | 'choices'> & { mayWrite: boolean; saved: boolean }

/** The roles that need a second factor; owners change them. */
export function SecondFactorRolesForm({ roles, choices, mayWrite, saved, ...sending }: SecondFactorProps) {
  const required = choices.filter(({ id }) => roles.includes(id))
  return (
    <section className="mt-8">
      <h2 className="mb-1 text-lead font-semibold">Second factor</h2>
      <p className="mb-4 max-w-[64ch] text-ink-2">
        People with these roles use a passkey or an authenticator app in each session, before anything else.
        Those without one set it up first. Only owners change this. API keys and connected apps are
        unaffected.
      </p>
      {saved && (
        <div className="mb-4 max-w-130">
          <Notice tone="good" role="status">
            Requirement saved.
          </Notice>
        </div>
      )}
      {mayWrite ? (
        <RolesForm choices={choices} {...sending} />
      ) : (
        <p>Required for: {required.map(({ name }) => roleWord(name)).join(', ') || 'none'}</p>
      )}
    </section>
  )
}

function RolesForm({ choices, action, initial }: Sending & Pick<Required, 'choices'>) {
  const form = useStaffForm({ action, initial, declaration: secondFactorRolesForm })
  return (
    <StaffForm form={form} className="grid max-w-130 gap-5">
      <FormError title="Requirement not saved" />
      <CheckboxesField
        name="roles"
        legend="Required for"
        options={choices.map(({ id, name }) => ({ value: id, label: roleWord(name) }))}
      />
      <ReasonField />
      <PasswordField hint={CONFIRMED_AGAIN} />
      <FormButtons label="Save requirement" pendingText="Saving…" />
    </StaffForm>
  )
}
