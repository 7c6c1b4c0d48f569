'use client'
import { ActionForm } from '#components/shared/form/action-form.tsx'
import { PasswordField } from '#components/shared/form/password-field.tsx'
import { useForm } from '#components/shared/form/staff-form.tsx'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { type MadeKey, rotateKeyForm } from './key-form-state.ts'
import { OVERLAP_LABELS } from './key-labels.ts'
import { NewKeyView } from './new-key.tsx'

type RotateFormProps = {
  id: string
  action: FormAction<MadeKey>
  initial: FormState<MadeKey>
  live: boolean
  baseUrl: string
}

/** A new secret for the same job, and how long the old one goes on beside it. */
export function RotateKeyForm({ id, live, baseUrl, ...sending }: RotateFormProps) {
  return (
    <ActionForm
      {...sending}
      declaration={rotateKeyForm}
      hidden={{ id }}
      failed="Key not rotated"
      label="Rotate key"
      pendingText="Rotating…"
      cancelHref={`/api-keys/${id}`}
      done={(made) => <NewKeyView made={made} baseUrl={baseUrl} />}
    >
      <OverlapChoice />
      <p className="text-table text-ink-2">
        Both secrets are accepted until then. Payments of orders created with the old key are signed with the
        old secret until it expires, then with the new one.
      </p>
      {live && <PasswordField />}
    </ActionForm>
  )
}

function OverlapChoice() {
  const { initialOf } = useForm()
  return (
    <fieldset>
      <legend className="mb-1.5 text-table font-[540]">Old secret expires</legend>
      <div className="grid gap-1">
        {Object.entries(OVERLAP_LABELS).map(([overlap, words]) => (
          <label key={overlap} className="flex min-h-8 items-center gap-2.5">
            <input
              type="radio"
              name="overlap"
              value={overlap}
              defaultChecked={overlap === (initialOf('overlap') ?? '86400')}
              className="size-4"
            />
            {words}
            {overlap === '0' && <span className="text-small text-ink-2">if the secret has leaked</span>}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
