'use client'
import { useActionState } from 'react'
import { Button, LinkButton } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import type { AnswerAction, AnswerState } from './key-form-state.ts'

type RevokeFormProps = { id: string; name: string; action: AnswerAction; initial: AnswerState }

/** The name is typed, since there is no way back. */
export function RevokeForm({ id, name, action, initial }: RevokeFormProps) {
  const [{ error, idempotency_key }, send, pending] = useActionState(action, initial)
  return (
    <form key={idempotency_key} action={send} className="mt-5 grid max-w-100 gap-5" noValidate>
      <input type="hidden" name="id" value={id} />
      {error && error.field !== 'typed_name' && (
        <Notice tone="bad" role="alert" title="Key not revoked">
          {error.description}
        </Notice>
      )}
      <Field
        label={
          <>
            Type <b className="font-semibold">{name}</b> to confirm
          </>
        }
        required
        error={error?.field === 'typed_name' ? error.description : undefined}
      >
        {({ required, ...control }) => (
          <TextInput
            {...control}
            aria-required={required}
            name="typed_name"
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="danger" pending={pending}>
          {pending ? 'Revoking…' : 'Revoke key'}
        </Button>
        <LinkButton href={`/api-keys/${id}`} prefetch={false}>
          Cancel
        </LinkButton>
      </div>
    </form>
  )
}
