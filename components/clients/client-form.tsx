'use client'
import { useActionState } from 'react'
import { type AppFormAction, type AppFormState, errorOf } from '#components/connected-apps/app-form-state.ts'
import { Button, LinkButton } from '#components/ui/button.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { Field, FieldError } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { Textarea } from '#components/ui/textarea.tsx'
import { AUTH_METHODS } from '#lib/domain/clients/schema.ts'
import { METHODS } from './client-labels.ts'
import { SecretOnce } from './secret-once.tsx'

type ClientFormProps = {
  action: AppFormAction
  initial: AppFormState
  scopes: { name: string; sentence: string }[]
}

const FIELDS = ['name', 'redirect_uris', 'auth_method', 'scopes']

/** A program as it is registered by hand. An ordinary form; it works without script. */
export function ClientForm({ action, initial, scopes }: ClientFormProps) {
  const [state, send, pending] = useActionState(action, initial)
  if (state.made) return <SecretOnce made={state.made} />
  const elsewhere = state.error && !FIELDS.some((name) => errorOf(state, name)) ? state.error : null
  return (
    <form key={state.idempotency_key} action={send} noValidate className="grid max-w-150 gap-5">
      <input type="hidden" name="idempotency_key" value={state.idempotency_key} />
      {elsewhere && (
        <Notice tone="bad" role="alert" title="Client not registered">
          {elsewhere.description} {elsewhere.request_id}
        </Notice>
      )}
      <Field
        label="Name"
        required
        error={errorOf(state, 'name')}
        hint="Shown to users when the app requests access."
      >
        {({ required, ...control }) => (
          <TextInput
            {...control}
            aria-required={required}
            name="name"
            defaultValue={state.values.name ?? ''}
            maxLength={80}
            autoComplete="off"
          />
        )}
      </Field>
      <Field
        label="Redirect URIs"
        required
        error={errorOf(state, 'redirect_uris')}
        hint="One exact URI per line: https, http on localhost, or a custom scheme such as com.example.app:/back."
      >
        {({ required, ...control }) => (
          <Textarea
            {...control}
            aria-required={required}
            name="redirect_uris"
            rows={3}
            className="mono"
            spellCheck={false}
            defaultValue={state.values.redirect_uris ?? ''}
          />
        )}
      </Field>
      <fieldset aria-describedby={errorOf(state, 'auth_method') ? 'auth-method-error' : undefined}>
        <legend className="mb-2 text-table font-[540]">Client authentication</legend>
        <FieldError id="auth-method-error" error={errorOf(state, 'auth_method')} className="mb-2" />
        <div className="grid gap-2.5">
          {AUTH_METHODS.map((method) => (
            <label key={method} className="flex items-start gap-2.5">
              <input
                type="radio"
                name="auth_method"
                value={method}
                className="mt-0.5 size-4 flex-none"
                defaultChecked={(state.values.auth_method ?? 'client_secret_basic') === method}
              />
              <span>
                {METHODS[method].label}
                <span className="block text-small text-ink-2">{METHODS[method].hint}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset aria-describedby="scopes-hint">
        <legend className="mb-1 text-table font-[540]">Default scopes</legend>
        <p id="scopes-hint" className="mb-2 text-small text-ink-2">
          Users choose which of the requested scopes to grant.
        </p>
        <FieldError id="client-scopes-error" error={errorOf(state, 'scopes')} className="mb-2" />
        <div className="grid gap-2.5">
          {scopes.map(({ name, sentence }) => (
            <Checkbox
              key={name}
              name="scope"
              value={name}
              label={sentence}
              defaultChecked={state.ticked.includes(name)}
            />
          ))}
        </div>
      </fieldset>
      <div className="flex flex-wrap gap-2 border-t border-line pt-5">
        <Button type="submit" variant="primary" pending={pending}>
          {pending ? 'Registering…' : 'Register client'}
        </Button>
        <LinkButton href="/connected-apps/clients" prefetch={false}>
          Cancel
        </LinkButton>
      </div>
    </form>
  )
}
