'use client'
import { useActionState } from 'react'
import { LinkButton } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Select } from '#components/ui/select.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import type { Answered, FormAction } from './action-form.tsx'

const WHAT = {
  failed: 'Failed deliveries',
  missed: 'Events missed while paused, disabled or not yet created',
  all: 'Both',
}

/** Sends again what did not arrive since a time. */
export function ReplayForm({ id, action, initial }: { id: string; action: FormAction; initial: Answered }) {
  const [{ values, error, idempotency_key }, send] = useActionState(action, initial)
  return (
    <form key={idempotency_key} action={send} noValidate className="grid max-w-130 gap-4">
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="idempotency_key" value={idempotency_key} />
      {error && error.field !== 'from' && (
        <Notice tone="bad" role="alert" title="Replay not started">
          {error.description}
        </Notice>
      )}
      <Field label="Deliveries">
        {(control) => (
          <Select {...control} name="what" defaultValue={values.what ?? 'failed'}>
            {Object.entries(WHAT).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field
        label="Since"
        required
        error={error?.field === 'from' ? error.description : undefined}
        hint="2026-11-03 18:00, yesterday 18:00 or Unix seconds, in your time zone. Up to 30 days back, while deliveries are stored."
      >
        {({ required, ...control }) => (
          <TextInput
            {...control}
            aria-required={required}
            name="from"
            defaultValue={values.from ?? 'yesterday'}
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2 border-t border-line pt-5">
        <SubmitButton pendingText="Queuing…">Send again</SubmitButton>
        <LinkButton href={`/webhooks/${id}`} prefetch={false}>
          Cancel
        </LinkButton>
      </div>
    </form>
  )
}
