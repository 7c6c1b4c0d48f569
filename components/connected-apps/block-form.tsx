'use client'
import { useActionState } from 'react'
import { Button, LinkButton } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { type AppFormAction, type AppFormState, errorOf } from './app-form-state.ts'

type BlockFormProps = { clientId: string; back: string; action: AppFormAction; initial: AppFormState }

/** Keeps a program out, and says why to who comes after. */
export function BlockForm({ clientId, back, action, initial }: BlockFormProps) {
  const [state, send, pending] = useActionState(action, initial)
  const reason = errorOf(state, 'reason')
  return (
    <form key={state.idempotency_key} action={send} noValidate className="grid max-w-130 gap-5">
      <input type="hidden" name="client_id" value={clientId} />
      <input type="hidden" name="idempotency_key" value={state.idempotency_key} />
      {state.error && !reason && (
        <Notice tone="bad" role="alert" title="App not blocked">
          {state.error.description}
        </Notice>
      )}
      <Field label="Reason" optional error={reason} hint="Visible to your team.">
        {(control) => (
          <TextInput
            {...control}
            name="reason"
            defaultValue={state.values.reason ?? ''}
            maxLength={200}
            autoComplete="off"
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2 border-t border-line pt-5">
        <Button type="submit" variant="danger" pending={pending}>
          {pending ? 'Blocking…' : 'Block app'}
        </Button>
        <LinkButton href={back} prefetch={false}>
          Cancel
        </LinkButton>
      </div>
    </form>
  )
}
