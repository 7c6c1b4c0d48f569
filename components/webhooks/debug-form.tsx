'use client'
import { type FormEvent, startTransition, useActionState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { Textarea } from '#components/ui/textarea.tsx'
import type { DebugAction, DebugState } from './debug-state.ts'
import { VerdictCard } from './verdict-card.tsx'

type DebugFormProps = {
  kind: 'webhook' | 'payment'
  action: DebugAction
  initial: DebugState
  /** The endpoint whose own secret is used where none is given. */
  id?: string
}

/** What somebody got, what they know, and what comes of it. Sent as it is where there is no script. */
export function DebugForm({ kind, action, initial, id }: DebugFormProps) {
  const [state, send, pending] = useActionState(action, initial)
  const { values, error, verdict } = state
  const errorOf = (name: string) => (error?.field === name ? error.description : undefined)
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    // By hand, so that what was typed stays in the fields: the secret, too, which the server never sends back.
    if (!pending) startTransition(() => send(form))
  }
  const text = (name: string) =>
    ({ name, defaultValue: values[name], autoComplete: 'off', spellCheck: false }) as const
  return (
    <div className="grid grid-cols-1 gap-6">
      <form action={send} onSubmit={onSubmit} noValidate className="grid max-w-160 gap-4">
        {id && <input type="hidden" name="id" value={id} />}
        {error && !error.field && (
          <Notice tone="bad" role="alert">
            {error.description}
          </Notice>
        )}
        {kind === 'webhook' ? (
          <>
            <Field
              label="Body"
              error={errorOf('body')}
              hint="The raw request body, exactly as your code received it."
            >
              {(control) => <Textarea {...control} {...text('body')} rows={6} className="mono" />}
            </Field>
            <Field
              label="Headers"
              error={errorOf('headers')}
              hint="All headers, or X-Signature, or webhook-signature with webhook-id and webhook-timestamp, or only the signature value."
            >
              {(control) => <Textarea {...control} {...text('headers')} rows={4} className="mono" />}
            </Field>
          </>
        ) : (
          <>
            <div className="grid grid-cols-2 gap-4 max-phone:grid-cols-1">
              <Field label="Order ID" error={errorOf('order_id')}>
                {(control) => <TextInput {...control} {...text('order_id')} mono placeholder="order_…" />}
              </Field>
              <Field label="Payment ID" error={errorOf('payment_id')}>
                {(control) => <TextInput {...control} {...text('payment_id')} mono placeholder="pay_…" />}
              </Field>
            </div>
            <Field label="Signature" error={errorOf('signature')} hint="As returned with the payment.">
              {(control) => <TextInput {...control} {...text('signature')} mono />}
            </Field>
          </>
        )}
        <Field
          label="Your secret"
          optional={Boolean(id)}
          error={errorOf('secret')}
          hint={
            id
              ? 'Leave blank to use the current secret of this endpoint. Used for this check only. Never stored or logged.'
              : 'Used for this check only. Never stored or logged.'
          }
        >
          {(control) => (
            <TextInput
              {...control}
              mono
              type="password"
              name="secret"
              autoComplete="off"
              spellCheck={false}
              data-1p-ignore=""
            />
          )}
        </Field>
        <Field
          label="Your computed signature"
          optional
          error={errorOf('computed')}
          hint="Helps pinpoint where your code differs."
        >
          {(control) => <TextInput {...control} {...text('computed')} mono />}
        </Field>
        <div>
          <Button type="submit" variant="primary" pending={pending}>
            {pending ? 'Checking…' : 'Check signature'}
          </Button>
        </div>
      </form>
      <div aria-live="polite">{verdict && <VerdictCard key={state.turn} verdict={verdict} />}</div>
    </div>
  )
}
