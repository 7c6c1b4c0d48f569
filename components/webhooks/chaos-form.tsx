'use client'
import { ActionForm } from '#components/shared/form/action-form.tsx'
import { TextField } from '#components/shared/form/fields.tsx'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { chaosForm } from './webhook-form-state.ts'

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

type ChaosFormProps = { id: string; action: FormAction; initial: FormState }

/** The injected faults of a test endpoint. */
export function ChaosForm({ id, ...sending }: ChaosFormProps) {
  return (
    <ActionForm
      {...sending}
      declaration={chaosForm}
      hidden={{ id }}
      failed="Fault injection not saved"
      label="Save fault injection"
      pendingText="Saving…"
    >
      {FIELDS.map(({ name, label, unit, hint }) => (
        <TextField
          key={name}
          name={name}
          label={label}
          aside={unit}
          hint={hint}
          figures
          inputMode="numeric"
          maxLength={3}
        />
      ))}
    </ActionForm>
  )
}
