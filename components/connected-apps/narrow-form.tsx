'use client'
import { useActionState } from 'react'
import { Button, LinkButton } from '#components/ui/button.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { Field, FieldError } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { type AppFormAction, type AppFormState, errorOf } from './app-form-state.ts'

type NarrowFormProps = {
  id: string
  action: AppFormAction
  initial: AppFormState
  scopes: { name: string; sentence: string }[]
  /** The symbol of the currency; null where nothing of it moves money, so that there are no limits. */
  symbol: string | null
  /** Whether it is this person's own, who alone may raise a limit. */
  own: boolean
}

/** Less than was let, or other limits. An ordinary form; it works without script. */
export function NarrowForm({ id, action, initial, scopes, symbol, own }: NarrowFormProps) {
  const [state, send, pending] = useActionState(action, initial)
  const known = ['scopes', 'limit_per_call', 'limit_per_day', 'password'].some((name) => errorOf(state, name))
  return (
    <form key={state.idempotency_key} action={send} noValidate className="grid max-w-130 gap-5">
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="idempotency_key" value={state.idempotency_key} />
      {state.error && !known && (
        <Notice tone="bad" role="alert" title="Access not changed">
          {state.error.description} {state.error.request_id}
        </Notice>
      )}
      <fieldset aria-describedby={errorOf(state, 'scopes') ? 'scopes-error' : undefined}>
        <legend className="mb-2 text-table font-[540]">Permissions</legend>
        <FieldError id="scopes-error" error={errorOf(state, 'scopes')} className="mb-2" />
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
      {symbol !== null && (
        <div className="grid gap-3">
          <div className="grid grid-cols-2 gap-3 max-phone:grid-cols-1">
            <LimitField label="Limit per call" name="limit_per_call" symbol={symbol} state={state} />
            <LimitField label="Limit per 24 hours" name="limit_per_day" symbol={symbol} state={state} />
          </div>
          <p className="text-small text-ink-2">
            With 0, every request that moves money needs approval.{' '}
            {!own && 'Only the user who connected the app can raise a limit.'}
          </p>
          {own && (
            <Field
              label="Your password"
              optional
              error={errorOf(state, 'password')}
              hint="Required only to raise a limit."
            >
              {(control) => (
                <TextInput {...control} type="password" name="password" autoComplete="current-password" />
              )}
            </Field>
          )}
        </div>
      )}
      <div className="flex flex-wrap gap-2 border-t border-line pt-5">
        <Button type="submit" variant="primary" pending={pending}>
          {pending ? 'Saving…' : 'Save'}
        </Button>
        <LinkButton href={`/connected-apps/${id}`} prefetch={false}>
          Cancel
        </LinkButton>
      </div>
    </form>
  )
}

type LimitFieldProps = { label: string; name: string; symbol: string; state: AppFormState }

function LimitField({ label, name, symbol, state }: LimitFieldProps) {
  return (
    <Field label={label} error={errorOf(state, name)}>
      {(control) => (
        <TextInput
          {...control}
          figures
          inputMode="decimal"
          autoComplete="off"
          before={symbol}
          name={name}
          defaultValue={state.values[name] ?? ''}
          maxLength={30}
        />
      )}
    </Field>
  )
}
