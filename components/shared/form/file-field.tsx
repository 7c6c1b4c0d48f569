'use client'
import { Field } from '#components/ui/field.tsx'
import { inputLook } from '#components/ui/looks.ts'
import { useForm } from './staff-form.tsx'

type FileFieldProps = { name: string; label: string; hint?: string; accept: string; optional?: boolean }

export function FileField({ name, label, hint, accept, optional = false }: FileFieldProps) {
  const { errorOf } = useForm()
  return (
    <Field label={label} hint={hint} optional={optional} error={errorOf(name)}>
      {({ required: _, ...control }) => (
        <input type="file" name={name} accept={accept} className={inputLook()} {...control} />
      )}
    </Field>
  )
}
