'use client'
import { useActionState } from 'react'
import { Field } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import type { Answered, FormAction } from './action-form.tsx'

const FIELDS = [
  {
    name: 'delay',
    label: 'Delay',
    unit: 'seconds',
    hint: 'Delays each delivery by up to 300 seconds.',
  },
  {
    name: 'duplicate',
    label: 'Duplicate',
    unit: 'of 100',
    hint: 'Sends this share twice. Check that your code handles each event ID once.',
  },
  {
    name: 'reorder',
    label: 'Reorder',
    unit: 'of 100',
    hint: 'Delivers this share out of order. Check that your code does not rely on order.',
  },
  {
    name: 'drop',
    label: 'Drop',
    unit: 'of 100',
    hint: 'Never sends this share. Check that your code fetches the status itself.',
  },
] as const

type ChaosFormProps = { id: string; action: FormAction; initial: Answered }

/** What is done to the deliveries of a test endpoint on purpose. */
export function ChaosForm({ id, action, initial }: ChaosFormProps) {
  const [{ values, error, idempotency_key }, send] = useActionState(action, initial)
  const elsewhere = error && !FIELDS.some(({ name }) => name === error.field) ? error : null
  return (
    <form key={idempotency_key} action={send} noValidate className="grid max-w-130 gap-4">
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="idempotency_key" value={idempotency_key} />
      {elsewhere && (
        <Notice tone="bad" role="alert">
          {elsewhere.description}
        </Notice>
      )}
      {FIELDS.map(({ name, label, unit, hint }) => (
        <Field
          key={name}
          label={label}
          aside={unit}
          hint={hint}
          error={error?.field === name ? error.description : null}
        >
          {(control) => (
            <TextInput
              {...control}
              figures
              name={name}
              inputMode="numeric"
              defaultValue={values[name] ?? '0'}
              maxLength={3}
              autoComplete="off"
            />
          )}
        </Field>
      ))}
      <div className="flex flex-wrap gap-2 border-t border-line pt-5">
        <SubmitButton pendingText="Saving…">Save fault injection</SubmitButton>
        <SubmitButton name="calm" value="1" variant="default" pendingText="Ending…">
          Stop fault injection
        </SubmitButton>
      </div>
    </form>
  )
}
