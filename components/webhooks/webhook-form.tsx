'use client'
import { useActionState } from 'react'
import { LinkButton } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { EventChoice } from './event-choice.tsx'
import { NewSecret } from './new-secret.tsx'
import { SecretChoice } from './secret-choice.tsx'
import { FIELDS, type WebhookAction, type WebhookFormState } from './webhook-form-state.ts'

type WebhookFormProps = {
  action: WebhookAction
  initial: WebhookFormState
  mode: 'test' | 'live'
  /** Where this server sends events of the mode. */
  targets: 'any' | 'public'
  /** The endpoint that is edited; absent while one is made. */
  id?: string
}

/** An endpoint to make or to change. A plain form: sent as it is, it works without script. */
export function WebhookForm({ action, initial, mode, targets, id }: WebhookFormProps) {
  const [state, send] = useActionState(action, initial)
  const { values, events, error, made } = state
  if (made) return <NewSecret {...made} />
  const errorOf = (name: string) => (error?.field?.split('.')[0] === name ? error.description : undefined)
  const elsewhere = error && !FIELDS.includes(error.field?.split('.')[0] ?? '') ? error : null
  return (
    <form key={state.idempotency_key} action={send} noValidate className="grid max-w-130 gap-5">
      <input type="hidden" name="idempotency_key" value={state.idempotency_key} />
      {id && <input type="hidden" name="id" value={id} />}
      {elsewhere && (
        <Notice tone="bad" role="alert" title="Webhook not saved">
          {elsewhere.description} {elsewhere.request_id && `(${elsewhere.request_id})`}
        </Notice>
      )}
      <Field
        label="URL"
        required
        error={errorOf('url')}
        hint={
          targets === 'any'
            ? 'Any http or https URL, including localhost, e.g. http://localhost:3001/webhooks'
            : `${mode === 'test' ? 'An http or https' : 'An https'} URL that is publicly reachable.`
        }
      >
        {({ required, ...control }) => (
          <TextInput
            {...control}
            aria-required={required}
            type="url"
            inputMode="url"
            name="url"
            defaultValue={values.url}
            maxLength={255}
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </Field>
      <Field label="Description" optional error={errorOf('description')} hint="Visible to your team.">
        {(control) => (
          <TextInput
            {...control}
            name="description"
            defaultValue={values.description}
            maxLength={200}
            autoComplete="off"
          />
        )}
      </Field>
      <EventChoice chosen={events} error={errorOf('events')} />
      {!id && <SecretChoice typed={values.secret_from} error={errorOf('secret')} />}
      <Field
        label="Alert email"
        optional
        error={errorOf('alert_email')}
        hint="Notified when the endpoint is disabled after 24 hours of failures."
      >
        {(control) => (
          <TextInput
            {...control}
            type="email"
            name="alert_email"
            defaultValue={values.alert_email}
            maxLength={64}
            autoComplete="off"
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2 border-t border-line pt-5">
        <SubmitButton pendingText={id ? 'Saving…' : 'Creating…'}>
          {id ? 'Save' : 'Create webhook'}
        </SubmitButton>
        <LinkButton href={id ? `/webhooks/${id}` : '/webhooks'} prefetch={false}>
          Cancel
        </LinkButton>
      </div>
    </form>
  )
}
