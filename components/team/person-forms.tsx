'use client'
import { ActionForm } from '#components/shared/form/action-form.tsx'
import { CheckboxField, RadioField } from '#components/shared/form/choice-fields.tsx'
import { PasswordField } from '#components/shared/form/password-field.tsx'
import { ReasonField } from '#components/shared/form/reason-field.tsx'
import { confirmedRecordForm, type FormAction, type FormState, noFieldsForm } from '#lib/values/form.ts'
import { Invited as InvitedNotice } from './invited.tsx'
import { CONFIRMED_AGAIN } from './labels.ts'
import { LinkOnce } from './link-once.tsx'
import { enableForm, endAccessForm, type InvitedPerson, roleForm } from './team-form-state.ts'

type Sending = { action: FormAction; initial: FormState }
type Option = { value: string; label: string; hint: string }

export function PersonRoleForm({ id, roles, ...sending }: Sending & { id: string; roles: Option[] }) {
  return (
    <ActionForm
      {...sending}
      declaration={roleForm}
      hidden={{ id }}
      failed="Role not changed"
      label="Change role"
      pendingText="Changing…"
      cancelHref={`/settings/team/${id}`}
    >
      <RadioField name="role" legend="Role" options={roles} />
      <ReasonField />
      <PasswordField hint={CONFIRMED_AGAIN} />
    </ActionForm>
  )
}

type EndProps = Sending & { id: string; email: string; how: 'disable' | 'remove'; keys: number }

const END = {
  disable: { failed: 'Person not disabled', label: 'Disable person', pendingText: 'Disabling…' },
  remove: { failed: 'Person not removed', label: 'Remove person', pendingText: 'Removing…' },
}

/** Ends a person's access, and the API keys that they created. */
export function EndAccessForm({ id, email, how, keys, ...sending }: EndProps) {
  return (
    <ActionForm
      {...sending}
      {...END[how]}
      declaration={endAccessForm}
      hidden={{ email }}
      variant="danger"
      cancelHref={`/settings/team/${id}`}
    >
      {keys > 0 && (
        <CheckboxField
          name="revoke_keys"
          label={`Revoke the ${keys === 1 ? 'API key' : `${keys} API keys`} that they created`}
          hint="They have seen the secrets. Apps that use these keys stop working."
        />
      )}
      <PasswordField hint={CONFIRMED_AGAIN} />
    </ActionForm>
  )
}

/** Lets a disabled person sign in again. */
export function EnableForm({ id, email, ...sending }: Sending & { id: string; email: string }) {
  return (
    <ActionForm
      {...sending}
      declaration={enableForm}
      hidden={{ email }}
      failed="Person not enabled"
      label="Enable person"
      pendingText="Enabling…"
      cancelHref={`/settings/team/${id}`}
    >
      <PasswordField hint={CONFIRMED_AGAIN} />
    </ActionForm>
  )
}

type ResetLinkProps = {
  id: string
  action: FormAction<ResetLink>
  initial: FormState<ResetLink>
}
type ResetLink = { email: string; link: string }

/** A link with which a person sets another password, shown once. */
export function ResetLinkForm({ id, ...sending }: ResetLinkProps) {
  return (
    <ActionForm
      {...sending}
      declaration={confirmedRecordForm}
      hidden={{ id }}
      failed="Link not created"
      label="Create password link"
      pendingText="Creating…"
      cancelHref={`/settings/team/${id}`}
      done={({ email, link }) => (
        <LinkOnce title="Send this link yourself" label="Password link" link={link}>
          The link is shown only once, works once, and expires in 1 hour. Anyone who has it can sign in as{' '}
          {email}.
        </LinkOnce>
      )}
    >
      <PasswordField hint={CONFIRMED_AGAIN} />
    </ActionForm>
  )
}

/** Lets a person without their phone sign in with the password alone. */
export function SecondFactorForm({ id, ...sending }: Sending & { id: string }) {
  return (
    <ActionForm
      {...sending}
      declaration={confirmedRecordForm}
      hidden={{ id }}
      failed="Second factor not removed"
      label="Remove second factor"
      pendingText="Removing…"
      variant="danger"
      cancelHref={`/settings/team/${id}`}
    >
      <PasswordField hint={CONFIRMED_AGAIN} />
    </ActionForm>
  )
}

type ResendProps = { id: string; action: FormAction<InvitedPerson>; initial: FormState<InvitedPerson> }

/** A new link for an invitation; the former one ends. */
export function ResendForm({ id, ...sending }: ResendProps) {
  return (
    <ActionForm
      {...sending}
      declaration={noFieldsForm}
      hidden={{ id }}
      failed="Invitation not sent"
      label="Resend invitation"
      pendingText="Sending…"
      done={(invited) => <InvitedNotice {...invited} />}
    >
      <p className="text-ink-2">The current link stops working. The new one expires in 7 days.</p>
      <PasswordField hint={CONFIRMED_AGAIN} />
    </ActionForm>
  )
}
