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
    hint: 'Each delivery is held back so long; at most 300.',
  },
  {
    name: 'duplicate',
    label: 'Duplicate',
    unit: 'of 100',
    hint: 'So many are sent twice. Does your program do its work once? The event id tells.',
  },
  {
    name: 'reorder',
    label: 'Reorder',
    unit: 'of 100',
    hint: 'So many are held back behind later ones. Does your program look at the object, or trust the order?',
  },
  {
    name: 'drop',
    label: 'Drop',
    unit: 'of 100',
    hint: 'So many are never sent. Does your program find out by asking?',
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
        <SubmitButton pendingText="Saving…">Save chaos</SubmitButton>
        <SubmitButton name="calm" value="1" variant="default" pendingText="Ending…">
          End all chaos
        </SubmitButton>
      </div>
    </form>
  )
}
