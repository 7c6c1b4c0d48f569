'use client'
import { useActionState } from 'react'
import { Button, LinkButton } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Select } from '#components/ui/select.tsx'
import { Slip, StubSection } from '#components/ui/slip.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { Textarea } from '#components/ui/textarea.tsx'
import { formatMoney } from '#lib/values/money-text.ts'
import type { KeyFormAction, KeyFormState } from './key-form-state.ts'
import { NewKey } from './new-key.tsx'
import { PasswordAgain } from './password-again.tsx'
import { ScopeMatrix } from './scope-matrix.tsx'

type KeyFormProps = {
  action: KeyFormAction
  initial: KeyFormState
  own: readonly string[]
  /** In live mode the password is asked for once more. */
  live: boolean
  currency: string
  zone: string
  baseUrl: string
  words: { verb: string; pending: string; cancelHref: string }
}

const EXPIRIES = {
  never: 'Never',
  '30': 'In 30 days',
  '90': 'In 90 days',
  '365': 'In 1 year',
  date: 'On a date …',
}
const FIELDS = [
  'name',
  'scopes',
  'expires_at',
  'allowed_addresses',
  'refund_limit',
  'refund_day_limit',
  'approval_above',
  'password',
]

/** What a key may do, from where, until when and up to which amounts. An ordinary form; it works without script. */
export function KeyForm({ action, initial, own, live, currency, zone, baseUrl, words }: KeyFormProps) {
  const [state, send, pending] = useActionState(action, initial)
  if (state.made) return <NewKey made={state.made} baseUrl={baseUrl} />
  const { values, error } = state
  const errorOf = (name: string) =>
    error && (error.field === name || error.field?.startsWith(`${name}.`)) ? error.description : undefined
  const elsewhere = error && !FIELDS.some((name) => errorOf(name)) ? error : null
  const symbol = formatMoney(0, currency).replace(/[\d.,\s]/g, '')
  const money = { figures: true, inputMode: 'decimal', before: symbol, autoComplete: 'off' } as const
  return (
    // A refused form is built anew, so that it holds what was typed and not what it began with.
    <form key={state.idempotency_key} action={send} noValidate>
      <input type="hidden" name="idempotency_key" value={state.idempotency_key} />
      <Slip stub={<Advice />}>
        <div className="grid max-w-150 gap-5">
          {elsewhere && (
            <Notice tone="bad" role="alert" title="Key not saved">
              {elsewhere.description} {elsewhere.request_id && `(${elsewhere.request_id})`}
            </Notice>
          )}
          <Field
            label="Name"
            required
            error={errorOf('name')}
            hint="Where the key is used, e.g. Webshop or Nightly report."
          >
            {({ required, ...control }) => (
              <TextInput
                {...control}
                aria-required={required}
                name="name"
                defaultValue={values.name ?? ''}
                maxLength={60}
                autoComplete="off"
              />
            )}
          </Field>
          <ScopeMatrix grants={state.grants} own={own} error={errorOf('scopes')} />
          <div className="group grid grid-cols-2 gap-3 max-phone:grid-cols-1">
            <Field label="Expires" error={errorOf('expires_at')}>
              {(control) => (
                <Select {...control} name="expires" defaultValue={values.expires ?? 'never'}>
                  {Object.entries(EXPIRIES).map(([value, text]) => (
                    <option key={value} value={value}>
                      {text}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            <div className="hidden group-has-[option[value=date]:checked]:block">
              <Field label="Date" hint={`Expires at the end of this day (${zone}).`}>
                {(control) => (
                  <TextInput
                    {...control}
                    type="date"
                    figures
                    name="expires_on"
                    defaultValue={values.expires_on ?? ''}
                  />
                )}
              </Field>
            </div>
          </div>
          <input type="hidden" name="expires_was" value={values.expires_was ?? ''} />
          <Field
            label="Allowed IP addresses"
            optional
            error={errorOf('allowed_addresses')}
            hint="One IP address or network per line, e.g. 203.0.113.9, 203.0.113.0/24 or 2001:db8::/32. Leave blank to allow any."
          >
            {(control) => (
              <Textarea
                {...control}
                name="allowed_addresses"
                rows={3}
                className="mono"
                defaultValue={values.allowed_addresses ?? ''}
                spellCheck={false}
              />
            )}
          </Field>
          <div className="grid grid-cols-2 gap-3 max-phone:grid-cols-1">
            <Field
              label="Limit per refund"
              optional
              error={errorOf('refund_limit')}
              hint="Leave blank for no limit."
            >
              {(control) => (
                <TextInput
                  {...control}
                  {...money}
                  name="refund_limit"
                  defaultValue={values.refund_limit ?? ''}
                />
              )}
            </Field>
            <Field
              label="Refund limit in 24 hours"
              optional
              error={errorOf('refund_day_limit')}
              hint="Total of all refunds with this key."
            >
              {(control) => (
                <TextInput
                  {...control}
                  {...money}
                  name="refund_day_limit"
                  defaultValue={values.refund_day_limit ?? ''}
                />
              )}
            </Field>
          </div>
          {values.approval_above !== undefined && (
            <Field
              label="Approval threshold"
              optional
              error={errorOf('approval_above')}
              hint="Refunds, wallet credits and payouts with this key, totalled over 24 hours. Leave blank to use the threshold of its creator."
            >
              {(control) => (
                <TextInput
                  {...control}
                  {...money}
                  name="approval_above"
                  defaultValue={values.approval_above}
                />
              )}
            </Field>
          )}
          {live && <PasswordAgain error={errorOf('password')} />}
          <div className="flex flex-wrap gap-2 border-t border-line pt-5">
            <Button type="submit" variant="primary" pending={pending}>
              {pending ? words.pending : words.verb}
            </Button>
            <LinkButton href={words.cancelHref} prefetch={false}>
              Cancel
            </LinkButton>
          </div>
        </div>
      </Slip>
    </form>
  )
}

function Advice() {
  return (
    <StubSection title="Best practices">
      <ul className="grid gap-2 text-table text-ink-2">
        <li>Use one key per app, so that each can be revoked separately.</li>
        <li>Grant only the permissions that the app needs.</li>
        <li>Allow only known IP addresses.</li>
        <li>Set a limit for keys that can issue refunds.</li>
      </ul>
    </StubSection>
  )
}
