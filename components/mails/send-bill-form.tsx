'use client'
import { useActionState } from 'react'
import { LinkButton } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { TextInput } from '#components/ui/text-input.tsx'

/** What the form is drawn from again after it was refused. */
export type SendState = {
  values: Record<string, string>
  idempotency_key: string
  error?: { reason: string; description: string; field?: string; request_id: string } | undefined
}

type SendBillFormProps = {
  billId: string
  initial: SendState
  action: (state: SendState, form: FormData) => Promise<SendState>
}

/** Where a bill is to be sent: an ordinary form, which needs no script. */
export function SendBillForm({ billId, initial, action }: SendBillFormProps) {
  const [state, submit, pending] = useActionState(action, initial)
  const { error } = state
  return (
    <form action={submit} className="grid gap-4" noValidate>
      <input type="hidden" name="id" value={billId} />
      <input type="hidden" name="idempotency_key" value={state.idempotency_key} />
      <Field label="Email" required error={error?.field === 'email' ? error.description : null}>
        {(control) => (
          <TextInput
            {...control}
            key={state.idempotency_key}
            name="email"
            type="email"
            autoComplete="off"
            maxLength={64}
            defaultValue={state.values.email ?? ''}
          />
        )}
      </Field>
      {error && error.field !== 'email' && (
        <Notice tone="bad" role="alert">
          {error.description}
        </Notice>
      )}
      <div className="flex justify-end gap-2">
        <LinkButton href={`/bills/${billId}`}>Cancel</LinkButton>
        <SubmitButton pendingText="Sending…" pending={pending}>
          Send bill
        </SubmitButton>
      </div>
    </form>
  )
}
