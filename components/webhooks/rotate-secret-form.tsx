'use client'
import { ActionForm } from '#components/shared/form/action-form.tsx'
import { SelectField } from '#components/shared/form/fields.tsx'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { NewSecret } from './new-secret.tsx'
import { type MadeWebhook, rotateSecretForm } from './webhook-form-state.ts'

const OVERLAP_LABELS = {
  now: 'Immediately',
  '1h': 'In 1 hour',
  '24h': 'In 24 hours',
  '7d': 'In 7 days',
}

type RollFormProps = {
  id: string
  url: string
  action: FormAction<Pick<MadeWebhook, 'secret'>>
  initial: FormState<Pick<MadeWebhook, 'secret'>>
}

/** A new secret, and how long the old one goes on signing beside it. */
export function RotateSecretForm({ id, url, ...sending }: RollFormProps) {
  return (
    <ActionForm
      {...sending}
      declaration={rotateSecretForm}
      hidden={{ id }}
      failed="Secret not rotated"
      label="Rotate secret"
      pendingText="Rotating…"
      cancelHref={`/webhooks/${id}`}
      done={({ secret }) => <NewSecret id={id} url={url} secret={secret} />}
    >
      <SelectField
        name="overlap"
        label="Old secret expires"
        hint="Until then, webhook-signature contains both signatures, and X-Signature uses the new secret, then the old one if the delivery is rejected. Receivers with either secret keep working."
        options={OVERLAP_LABELS}
      />
    </ActionForm>
  )
}
