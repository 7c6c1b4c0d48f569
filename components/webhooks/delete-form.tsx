'use client'
import { useActionState } from 'react'
import { LinkButton } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import type { Answered, FormAction } from './action-form.tsx'

type DeleteFormProps = { id: string; typed: string; action: FormAction; initial: Answered }

/** The end of an endpoint, once its host has been typed. */
export function DeleteForm({ id, typed, action, initial }: DeleteFormProps) {
  const [{ values, error, idempotency_key }, send] = useActionState(action, initial)
  return (
    <form key={idempotency_key} action={send} noValidate className="grid max-w-130 gap-4">
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="idempotency_key" value={idempotency_key} />
      {error && error.field !== 'typed_name' && (
        <Notice tone="bad" role="alert" title="Webhook not deleted">
          {error.description}
        </Notice>
      )}
      <Field
        label={
          <>
            Type <span className="mono">{typed}</span> to confirm
          </>
        }
        error={error?.field === 'typed_name' ? error.description : undefined}
      >
        {(control) => (
          <TextInput
            {...control}
            mono
            name="typed_name"
            defaultValue={values.typed_name}
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2 border-t border-line pt-5">
        <SubmitButton variant="danger" pendingText="Deleting…">
          Delete webhook
        </SubmitButton>
        <LinkButton href={`/webhooks/${id}`} prefetch={false}>
          Cancel
        </LinkButton>
      </div>
    </form>
  )
}
