'use client'
import { type ReactNode, useId } from 'react'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { FieldError } from '#components/ui/field.tsx'
import { allIn } from '#lib/values/form.ts'
import { useForm } from './staff-form.tsx'

type CheckboxFieldProps = { name: string; label: ReactNode; hint?: ReactNode; disabled?: boolean }

/** One box, which sends 1 when it is checked. */
export function CheckboxField({ name, ...box }: CheckboxFieldProps) {
  const { initialOf } = useForm()
  return <Checkbox name={name} value="1" defaultChecked={initialOf(name) === '1'} {...box} />
}

type Option = { value: string; label: ReactNode; hint?: ReactNode }

type ChoiceProps = { name: string; legend: string; hint?: ReactNode; options: readonly Option[] }

/** Several boxes under one name. */
export function CheckboxesField({ name, options, ...group }: ChoiceProps) {
  const { values } = useForm()
  const checked = allIn(values, name)
  return (
    <Choices name={name} {...group}>
      {options.map(({ value, label, hint }) => (
        <Checkbox
          key={value}
          name={name}
          value={value}
          label={label}
          hint={hint}
          defaultChecked={checked.includes(value)}
        />
      ))}
    </Choices>
  )
}

export function RadioField({ name, options, ...group }: ChoiceProps) {
  const { initialOf } = useForm()
  return (
    <Choices name={name} {...group}>
      {options.map(({ value, label, hint }) => (
        <label key={value} className="flex items-start gap-2.5">
          <input
            type="radio"
            name={name}
            value={value}
            className="mt-0.5 size-4 flex-none"
            defaultChecked={initialOf(name) === value}
          />
          <span>
            {label}
            {hint && <span className="block text-small text-ink-2">{hint}</span>}
          </span>
        </label>
      ))}
    </Choices>
  )
}

function Choices({ name, legend, hint, children }: Omit<ChoiceProps, 'options'> & { children: ReactNode }) {
  const id = useId()
  const { errorOf } = useForm()
  const error = errorOf(name)
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <fieldset aria-describedby={described || undefined}>
      <legend className="mb-2 text-table font-[540]">{legend}</legend>
      {hint && (
        <p id={`${id}-hint`} className="-mt-1 mb-2 text-small text-ink-2">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} error={error} className="mb-2" />
      <div className="grid gap-2.5">{children}</div>
    </fieldset>
  )
}
