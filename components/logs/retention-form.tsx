'use client'
import { useActionState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { DisabledAction } from '#components/ui/disabled-action.tsx'
import { Field } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { TextInput } from '#components/ui/text-input.tsx'

type State = {
  values: Record<string, string>
  idempotency_key: string
  error?: { reason: string; description: string; request_id: string; field?: string } | undefined
}

type RetentionFormProps = {
  days: number
  mode: string
  saved: boolean
  /** Why this person may not change it; null when they may. */
  refusal: string | null
  action: (state: State, form: FormData) => Promise<State>
  idempotencyKey: string
}

/** For how many days requests are kept. */
export function RetentionForm({ days, mode, saved, refusal, action, idempotencyKey }: RetentionFormProps) {
  const [state, send, pending] = useActionState(action, { values: {}, idempotency_key: idempotencyKey })
  return (
    <form key={state.idempotency_key} action={send} className="grid max-w-100 gap-5" noValidate>
      <input type="hidden" name="idempotency_key" value={state.idempotency_key} />
      {saved && !state.error && (
        <Notice tone="good" role="status">
          Saved. Older requests are deleted within 1 hour.
        </Notice>
      )}
      <Field
        label="Retention"
        error={state.error?.description}
        hint={`1 to 365 days, in ${mode} mode. Older requests are deleted permanently. Orders, payments and the audit log are kept.`}
      >
        {(control) => (
          <TextInput
            {...control}
            name="days"
            inputMode="numeric"
            figures
            after="days"
            className="pr-14"
            defaultValue={state.values.days ?? String(days)}
            readOnly={refusal !== null}
            autoComplete="off"
          />
        )}
      </Field>
      <div>
        {refusal === null ? (
          <Button type="submit" variant="primary" pending={pending}>
            {pending ? 'Saving…' : 'Save'}
          </Button>
        ) : (
          <DisabledAction variant="primary" reason={refusal}>
            Save
          </DisabledAction>
        )}
      </div>
    </form>
  )
}
