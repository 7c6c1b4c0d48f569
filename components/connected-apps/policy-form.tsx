'use client'
import { useActionState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { DisabledAction } from '#components/ui/disabled-action.tsx'
import { Field } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Textarea } from '#components/ui/textarea.tsx'
import { type AppFormAction, type AppFormState, errorOf } from './app-form-state.ts'

type PolicyFormProps = {
  action: AppFormAction
  initial: AppFormState
  saved: boolean
  /** Why this person may not change it, or null. */
  refusal: string | null
}

/** Which programs members may connect. An ordinary form; it works without script. */
export function PolicyForm({ action, initial, saved, refusal }: PolicyFormProps) {
  const [state, send, pending] = useActionState(action, initial)
  const hosts = errorOf(state, 'redirect_hosts')
  return (
    <form key={state.idempotency_key} action={send} noValidate className="grid max-w-150 gap-5">
      <input type="hidden" name="idempotency_key" value={state.idempotency_key} />
      {saved && !state.error && (
        <Notice tone="good" role="status">
          Policy saved. It applies to new connections.
        </Notice>
      )}
      {state.error && !hosts && (
        <Notice tone="bad" role="alert" title="Policy not saved">
          {state.error.description}
        </Notice>
      )}
      <Checkbox
        name="self_registered"
        value="1"
        defaultChecked={state.ticked.includes('self_registered')}
        disabled={refusal !== null}
        label="Allow self-registered apps"
        hint="AI clients register themselves. Each member still chooses what such an app can do. If off, only registered clients can be connected."
      />
      <Field
        label="Allowed redirect hosts"
        optional
        error={hosts}
        hint="One host per line, e.g. app.example.com, or localhost and 127.0.0.1 for apps on the member’s own computer. Leave blank to allow any host."
      >
        {(control) => (
          <Textarea
            {...control}
            name="redirect_hosts"
            rows={4}
            className="mono"
            spellCheck={false}
            readOnly={refusal !== null}
            defaultValue={state.values.redirect_hosts ?? ''}
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
