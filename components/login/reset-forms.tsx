'use client'
import { useActionState } from 'react'
import { Field } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { PasswordInput } from './password-input.tsx'
import { SignInFailure } from './sign-in-failure.tsx'

type Requested = { email: string; sent?: boolean; wait?: number }

/** Asks for a link by email. A plain form: without script its response is a page. */
export function ResetForm({ action }: { action: (state: Requested, form: FormData) => Promise<Requested> }) {
  const [state, submit] = useActionState(action, { email: '' })
  if (state.sent)
    return (
      <Notice tone="good" role="status" title="Check your email">
        If {state.email} belongs to a person who can sign in, they get a link. It works once, within an hour.
      </Notice>
    )
  return (
    <form action={submit} className="grid gap-4">
      {state.wait !== undefined && <SignInFailure failure={{ wait: state.wait }} />}
      <Field label="Email" required>
        {(control) => (
          <TextInput
            {...control}
            type="email"
            name="email"
            autoComplete="username"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={255}
            defaultValue={state.email}
          />
        )}
      </Field>
      <SubmitButton size="large" pendingText="Sending…" className="mt-1 w-full">
        Send link
      </SubmitButton>
    </form>
  )
}

type NewPassword = { error?: string | undefined }
type NewPasswordFormProps = {
  action: (state: NewPassword, form: FormData) => Promise<NewPassword>
  token: string
  email: string
}

/** Sets the password that a link lets set. */
export function NewPasswordForm({ action, token, email }: NewPasswordFormProps) {
  const [state, submit] = useActionState(action, {})
  return (
    <form action={submit} className="grid gap-4">
      <input type="hidden" name="token" value={token} />
      <Field label="Email">
        {(control) => (
          <TextInput {...control} type="email" name="email" autoComplete="username" value={email} readOnly />
        )}
      </Field>
      <Field label="New password" required error={state.error} hint="At least 10 characters.">
        {(control) => (
          <PasswordInput
            {...control}
            name="new_password"
            autoComplete="new-password"
            maxLength={256}
            autoFocus
          />
        )}
      </Field>
      <SubmitButton size="large" pendingText="Saving…" className="mt-1 w-full">
        Set password
      </SubmitButton>
    </form>
  )
}
