'use client'
import { useActionState } from 'react'
import { Field } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { Textarea } from '#components/ui/textarea.tsx'
import type { Answered, FormAction } from './action-form.tsx'

/** How an endpoint is sent to: its time limit, and header fields of its own. */
export function OptionsForm({ id, action, initial }: { id: string; action: FormAction; initial: Answered }) {
  const [{ values, error, idempotency_key }, send] = useActionState(action, initial)
  const field = error?.field?.split('.')[0]
  const errorOf = (name: string) => (field === name ? error?.description : undefined)
  return (
    <form key={idempotency_key} action={send} noValidate className="grid max-w-130 gap-4">
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="idempotency_key" value={idempotency_key} />
      {error && field !== 'timeout_ms' && field !== 'headers' && (
        <Notice tone="bad" role="alert">
          {error.description}
        </Notice>
      )}
      <Field
        label="Timeout"
        aside="seconds"
        error={errorOf('timeout_ms')}
        hint="Slower responses count as failed. 0.5 to 30 seconds. Respond first, then process the event."
      >
        {(control) => (
          <TextInput
            {...control}
            figures
            name="seconds"
            inputMode="decimal"
            defaultValue={values.seconds}
            maxLength={5}
            autoComplete="off"
          />
        )}
      </Field>
      <Field
        label="Headers"
        optional
        error={errorOf('headers')}
        hint="One Name: value pair per line, up to 10. Sent with every delivery, e.g. for a gateway token."
      >
        {(control) => (
          <Textarea
            {...control}
            name="header_lines"
            rows={4}
            className="mono"
            defaultValue={values.header_lines}
            spellCheck={false}
            autoComplete="off"
          />
        )}
      </Field>
      <div className="border-t border-line pt-5">
        <SubmitButton pendingText="Saving…">Save</SubmitButton>
      </div>
    </form>
  )
}
