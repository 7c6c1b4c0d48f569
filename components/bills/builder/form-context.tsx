'use client'
import type { ReactNode } from 'react'
import { type FieldPath, get, type UseFormReturn, useFormContext } from 'react-hook-form'
import type { BillDraft } from '#components/bills/draft/draft.ts'
import { Field } from '#components/ui/field.tsx'
import { Select } from '#components/ui/select.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import type { BillBody } from '#lib/domain/bills/schema.ts'

export type BillFormControl = UseFormReturn<BillDraft, unknown, BillBody>

export function useBillForm(): BillFormControl {
  return useFormContext<BillDraft, unknown, BillBody>()
}

/** The error at a path, as a sentence. */
export function useProblem(path: string): string | undefined {
  const { errors } = useBillForm().formState
  const error = get(errors, path) as { message?: unknown } | undefined
  return typeof error?.message === 'string' ? error.message : undefined
}

type Labelled = {
  name: FieldPath<BillDraft>
  label: ReactNode
  hint?: ReactNode
  optional?: boolean
  className?: string
}

type TextFieldProps = Labelled & {
  type?: 'text' | 'datetime-local' | 'email' | 'tel'
  inputMode?: 'decimal' | 'email' | 'tel' | 'numeric'
  figures?: boolean
  mono?: boolean
  placeholder?: string
  maxLength?: number
  readOnly?: boolean
  before?: ReactNode
  autoCapitalize?: string
}

/** A text of the draft, with its label, its hint and its error. */
export function BillTextField({ name, label, hint, optional = false, className, ...input }: TextFieldProps) {
  const form = useBillForm()
  const initial: unknown = get(form.formState.defaultValues, name)
  return (
    <Field
      label={label}
      hint={hint}
      optional={optional}
      error={useProblem(name)}
      {...(className ? { className } : {})}
    >
      {(control) => (
        <TextInput
          {...control}
          {...input}
          {...form.register(name)}
          defaultValue={typeof initial === 'string' ? initial : ''}
          autoComplete="off"
          spellCheck={false}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
    </Field>
  )
}

/** One of a few of the draft. */
export function BillSelectField({
  name,
  label,
  hint,
  className,
  options,
  disabled = false,
}: Labelled & { options: Record<string, string> | [string, string][]; disabled?: boolean }) {
  const form = useBillForm()
  const initial: unknown = get(form.formState.defaultValues, name)
  const entries = Array.isArray(options) ? options : Object.entries(options)
  return (
    <Field label={label} hint={hint} error={useProblem(name)} {...(className ? { className } : {})}>
      {(control) => (
        <Select
          {...control}
          {...form.register(name)}
          defaultValue={typeof initial === 'string' ? initial : ''}
          // Not `disabled`: that would take its value out of the form.
          {...(disabled
            ? { 'aria-disabled': true, tabIndex: -1, className: 'pointer-events-none bg-sunken' }
            : {})}
        >
          {entries.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
