'use client'
import { useActionState } from 'react'
import { type AppFormAction, type AppFormState, errorOf } from '#components/connected-apps/app-form-state.ts'
import { Button, LinkButton } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { TextInput } from '#components/ui/text-input.tsx'

type DeleteFormProps = { id: string; name: string; action: AppFormAction; initial: AppFormState }

/** The name is typed, since there is no way back. */
export function DeleteForm({ id, name, action, initial }: DeleteFormProps) {
  const [state, send, pending] = useActionState(action, initial)
  const typed = errorOf(state, 'typed_name')
  return (
    <form key={state.idempotency_key} action={send} noValidate className="grid max-w-130 gap-5">
      <input type="hidden" name="id" value={id} />
      {state.error && !typed && (
        <Notice tone="bad" role="alert" title="Client not deleted">
          {state.error.description}
        </Notice>
      )}
      <Field
        label={
          <>
            Type <b className="font-semibold wrap-anywhere">{name}</b> to confirm
          </>
        }
        required
        error={typed}
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
          {pending ? 'Deleting…' : 'Delete client'}
        </Button>
        <LinkButton href={`/connected-apps/clients/${id}`} prefetch={false}>
          Cancel
        </LinkButton>
      </div>
    </form>
  )
}
