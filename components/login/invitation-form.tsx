'use client'
import { useActionState } from 'react'
import { Field } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { PasswordInput } from './password-input.tsx'

/** The entered name, and a sentence for each field in error. */
export type InvitationState = { name: string; errors: { name?: string; password?: string } }

type InvitationFormProps = {
  action: (state: InvitationState, form: FormData) => Promise<InvitationState>
  token: string
  email: string
  name: string
}

/** Name and password of a person who accepts an invitation. A plain form: without script its response is a page. */
export function InvitationForm({ action, token, email, name }: InvitationFormProps) {
  const [state, submit] = useActionState(action, { name, errors: {} })
  return (
    <form action={submit} className="grid gap-4">
      <input type="hidden" name="token" value={token} />
      {Object.keys(state.errors).length > 0 && (
        <Notice tone="bad" role="alert">
          {state.errors.name ?? state.errors.password}
        </Notice>
      )}
      <Field label="Email">
        {(control) => (
          <TextInput {...control} type="email" name="email" autoComplete="username" value={email} readOnly />
        )}
      </Field>
      <Field label="Name" required error={state.errors.name}>
        {(control) => (
          <TextInput {...control} name="name" autoComplete="name" maxLength={100} defaultValue={state.name} />
        )}
      </Field>
      <Field label="Password" required error={state.errors.password} hint="At least 10 characters.">
        {(control) => (
          <PasswordInput
            {...control}
            name="password"
            autoComplete="new-password"
            minLength={10}
            maxLength={256}
          />
        )}
      </Field>
      <SubmitButton size="large" pendingText="Joining…" className="mt-1 w-full">
        Accept invitation
      </SubmitButton>
    </form>
  )
}
