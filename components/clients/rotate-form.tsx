'use client'
import { useActionState } from 'react'
import type { AppFormAction, AppFormState } from '#components/connected-apps/app-form-state.ts'
import { Button, LinkButton } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { SecretOnce } from './secret-once.tsx'

type RotateFormProps = { id: string; action: AppFormAction; initial: AppFormState }

/** Another secret for the same program. */
export function RotateForm({ id, action, initial }: RotateFormProps) {
  const [state, send, pending] = useActionState(action, initial)
  if (state.made) return <SecretOnce made={state.made} />
  return (
    <form key={state.idempotency_key} action={send} className="grid max-w-130 gap-5">
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="idempotency_key" value={state.idempotency_key} />
      {state.error && (
        <Notice tone="bad" role="alert" title="Secret not rotated">
          {state.error.description}
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" pending={pending}>
          {pending ? 'Rotating…' : 'Rotate secret'}
        </Button>
        <LinkButton href={`/connected-apps/clients/${id}`} prefetch={false}>
          Cancel
        </LinkButton>
      </div>
    </form>
  )
}
