'use client'
import { useActionState } from 'react'
import { LinkButton } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Select } from '#components/ui/select.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { NewSecret } from './new-secret.tsx'
import type { WebhookAction, WebhookFormState } from './webhook-form-state.ts'

export const OVERLAP_WORDS = {
  now: 'Immediately',
  '1h': 'In 1 hour',
  '24h': 'In 24 hours',
  '7d': 'In 7 days',
}

/** A new secret, and how long the old one goes on signing beside it. */
export function RollForm({
  id,
  action,
  initial,
}: {
  id: string
  action: WebhookAction
  initial: WebhookFormState
}) {
  const [{ values, error, idempotency_key, made }, send] = useActionState(action, initial)
  if (made) return <NewSecret {...made} />
  return (
    <form key={idempotency_key} action={send} className="grid max-w-130 gap-4">
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="idempotency_key" value={idempotency_key} />
      {error && (
        <Notice tone="bad" role="alert" title="Secret not rotated">
          {error.description}
        </Notice>
      )}
      <Field
        label="Old secret expires"
        hint="Until then, webhook-signature contains both signatures, and X-Signature uses the new secret, then the old one if the delivery is rejected. Receivers with either secret keep working."
      >
        {(control) => (
          <Select {...control} name="overlap" defaultValue={values.overlap ?? '24h'}>
            {Object.entries(OVERLAP_WORDS).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div className="flex flex-wrap gap-2 border-t border-line pt-5">
        <SubmitButton pendingText="Rotating…">Rotate secret</SubmitButton>
        <LinkButton href={`/webhooks/${id}`} prefetch={false}>
          Cancel
        </LinkButton>
      </div>
    </form>
  )
}
