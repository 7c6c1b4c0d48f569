'use client'
import { useActionState } from 'react'
import { Field } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { SignInFailure } from './sign-in-failure.tsx'

export type CodeState = { failure?: 'wrong' | { wait: number } | undefined }

type CodeFormProps = { action: (state: CodeState, form: FormData) => Promise<CodeState>; returnTo: string }

/** One field for the code of the authenticator app or a recovery code. Without script its response is a page. */
export function CodeForm({ action, returnTo }: CodeFormProps) {
  const [state, submit] = useActionState(action, {})
  return (
    <form action={submit} className="grid gap-4">
      <input type="hidden" name="return_to" value={returnTo} />
      {state.failure === 'wrong' && (
        <Notice tone="bad" role="alert" title="Incorrect code">
          A code works once. Wait for the next one, or enter a recovery code.
        </Notice>
      )}
      {state.failure && state.failure !== 'wrong' && (
        <SignInFailure key={JSON.stringify(state)} failure={state.failure} />
      )}
      <Field label="Code" required hint="6 digits from your authenticator app.">
        {(control) => (
          <TextInput
            {...control}
            figures
            name="otp"
            autoComplete="one-time-code"
            inputMode="numeric"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={20}
            autoFocus
          />
        )}
      </Field>
      <SubmitButton size="large" pendingText="Checking…" className="mt-1 w-full">
        Continue
      </SubmitButton>
    </form>
  )
}
