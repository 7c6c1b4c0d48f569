'use client'
import { useActionState } from 'react'
import { Button, LinkButton } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { AnswerAction, AnswerState } from './key-form-state.ts'
import { OVERLAP_WORDS } from './key-labels.ts'
import { NewKey } from './new-key.tsx'
import { PasswordAgain } from './password-again.tsx'

type RotateFormProps = {
  id: string
  action: AnswerAction
  initial: AnswerState
  live: boolean
  baseUrl: string
}

/** A new secret for the same job, and how long the old one goes on beside it. */
export function RotateForm({ id, action, initial, live, baseUrl }: RotateFormProps) {
  const [state, send, pending] = useActionState(action, initial)
  if (state.made) return <NewKey made={state.made} baseUrl={baseUrl} />
  const { error } = state
  return (
    <form key={state.idempotency_key} action={send} className="grid max-w-130 gap-5" noValidate>
      <input type="hidden" name="idempotency_key" value={state.idempotency_key} />
      <input type="hidden" name="id" value={id} />
      {error && error.field !== 'password' && (
        <Notice tone="bad" role="alert" title="Key not rotated">
          {error.description}
        </Notice>
      )}
      <fieldset>
        <legend className="mb-1.5 text-table font-[540]">Old secret expires</legend>
        <div className="grid gap-1">
          {Object.keys(OVERLAP_WORDS)
            .map(Number)
            .map((overlap) => (
              <label key={overlap} className="flex min-h-8 items-center gap-2.5">
                <input
                  type="radio"
                  name="overlap"
                  value={overlap}
                  defaultChecked={overlap === 86_400}
                  className="size-4"
                />
                {OVERLAP_WORDS[overlap]}
                {overlap === 0 && <span className="text-small text-ink-2">if the secret has leaked</span>}
              </label>
            ))}
        </div>
      </fieldset>
      <p className="text-table text-ink-2">
        Both secrets are accepted until then. Payments of orders created with the old key are signed with the
        old secret until it expires, then with the new one.
      </p>
      {live && <PasswordAgain error={error?.field === 'password' ? error.description : undefined} />}
      <div className="flex flex-wrap gap-2 border-t border-line pt-5">
        <Button type="submit" variant="primary" pending={pending}>
          {pending ? 'Rotating…' : 'Rotate key'}
        </Button>
        <LinkButton href={`/api-keys/${id}`} prefetch={false}>
          Cancel
        </LinkButton>
      </div>
    </form>
  )
}
