'use client'
import { useActionState, useEffect, useRef } from 'react'
import { Field } from '#components/ui/field.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { PasswordInput } from './password-input.tsx'
import { SignInFailure } from './sign-in-failure.tsx'

export type SignInState = { email: string; failure?: 'wrong' | { wait: number } | undefined }

type SignInFormProps = {
  action: (state: SignInState, form: FormData) => Promise<SignInState>
  returnTo: string
  failed?: SignInState['failure']
}

/** Email and password. A plain form: without script its response is a page. */
export function SignInForm({ action, returnTo, failed }: SignInFormProps) {
  const [state, submit] = useActionState(action, { email: '', failure: failed })
  const password = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (state.failure && state.email) password.current?.focus()
  }, [state])
  return (
    <form action={submit} className="grid gap-4">
      <input type="hidden" name="return_to" value={returnTo} />
      {state.failure && <SignInFailure key={JSON.stringify(state)} failure={state.failure} />}
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
            autoFocus={state.email === ''}
          />
        )}
      </Field>
      <Field label="Password" required>
        {(control) => (
          <PasswordInput
            {...control}
            ref={password}
            name="password"
            autoComplete="current-password"
            maxLength={1024}
          />
        )}
      </Field>
      <SubmitButton size="large" pendingText="Signing in…" className="mt-1 w-full">
        Sign in
      </SubmitButton>
    </form>
  )
}
