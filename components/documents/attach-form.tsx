'use client'
import { useState } from 'react'
import { StaffForm, Submit } from '#components/shared/form/staff-form.tsx'
import { useStaffForm } from '#components/shared/form/use-staff-form.ts'
import { Field } from '#components/ui/field.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { attachForm } from './attach-forms.ts'

type AttachFormProps = {
  action: FormAction
  initial: FormState
  known: { name: 'object_id'; value: string }
  /** The ID that the person types. */
  fieldName: 'document_id'
  label: string
  placeholder: string
  /** What was used last, offered while one types: an ID with its name. */
  offered?: { id: string; name: string }[]
}

export function AttachForm({
  action,
  initial,
  known,
  fieldName,
  label,
  placeholder,
  offered = [],
}: AttachFormProps) {
  // The field is empty again once the record is attached.
  const [attached, setAttached] = useState(0)
  const onDone = () => setAttached((count) => count + 1)
  const form = useStaffForm({ action, initial, declaration: attachForm, onDone })
  return (
    <StaffForm form={form} hidden={{ [known.name]: known.value }} className="print:hidden">
      <Field label={label} error={form.errorOf(fieldName) ?? form.state.error?.description}>
        {(control) => (
          <span className="flex gap-2">
            <TextInput
              {...control}
              small
              mono
              key={attached}
              name={fieldName}
              defaultValue={form.initialOf(fieldName)}
              placeholder={placeholder}
              autoComplete="off"
              spellCheck={false}
              list={`offered-${fieldName}`}
            />
            <datalist id={`offered-${fieldName}`}>
              {offered.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </datalist>
            <Submit variant="default" pendingText="Attaching…">
              Attach
            </Submit>
          </span>
        )}
      </Field>
    </StaffForm>
  )
}
