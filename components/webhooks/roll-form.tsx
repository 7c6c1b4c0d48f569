'use client'
import { useActionState } from 'react'
import { LinkButton } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Select } from '#components/ui/select.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { SecretOnce } from './secret-once.tsx'
import type { WebhookAction, WebhookFormState } from './webhook-form-state.ts'

export const OVERLAP_WORDS = {
  now: 'At once: the old one signs no longer',
  '1h': 'For one more hour',
  '24h': 'For 24 more hours',
  '7d': 'For 7 more days',
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
  if (made) return <SecretOnce {...made} title="The new secret signs from now on" />
  return (
    <form key={idempotency_key} action={send} className="grid max-w-130 gap-4">
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="idempotency_key" value={idempotency_key} />
      {error && (
        <Notice tone="bad" role="alert" title="Nothing was changed">
          {error.description}
        </Notice>
      )}
      <Field
        label="The old secret goes on signing"
        hint="Meanwhile webhook-signature carries both signatures, and X-Signature is made with the new one and, when that is refused, with the old one. Programs that know either are served."
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
        <SubmitButton pendingText="Rolling…">Roll the secret</SubmitButton>
        <LinkButton href={`/webhooks/${id}`} prefetch={false}>
          Cancel
        </LinkButton>
      </div>
    </form>
  )
}
