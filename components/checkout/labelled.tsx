import type { ReactNode } from 'react'
import { FieldError } from '#components/ui/field.tsx'
import { textOf } from '#lib/messages/text.ts'
import type { Language } from '#lib/values/language.ts'
import type { FieldName } from './pay-state.ts'

/** What the input takes; its id is its name, so that the summary of errors can link to it without script. */
type Control = {
  id: string
  name: string
  'aria-describedby'?: string
  'aria-invalid'?: true
  'data-missing'?: string
  'data-invalid'?: string
  required?: boolean
}

type LabelledProps = {
  language: Language
  name: FieldName | 'otp'
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  /** What the script of the page says of a blank input and of a malformed one before it sends the form. */
  missing?: string
  invalid?: string
  /** At the right of the label, and read with the input: the network of a card, which may be empty. */
  aside?: ReactNode
  optional?: boolean
  className?: string
  children: (control: Control) => ReactNode
}

/** A label, an input, a hint and an error, tied together under the name of the input. */
export function Labelled({
  language,
  name,
  label,
  hint,
  error,
  missing,
  invalid,
  aside,
  optional = false,
  className,
  children,
}: LabelledProps) {
  const described = [error && `${name}-error`, hint && `${name}-hint`, aside !== undefined && `${name}-aside`]
    .filter(Boolean)
    .join(' ')
  return (
    <div className={className} data-field="">
      <div className="mb-1 flex items-baseline justify-between gap-3">
        <label htmlFor={name} className="text-table font-[540]">
          {label}
          {optional && (
            <span className="ml-1.5 font-normal text-ink-3">{textOf(language)('fields.optional')}</span>
          )}
        </label>
        {aside !== undefined && (
          <span id={`${name}-aside`} className="text-small text-ink-2">
            {aside}
          </span>
        )}
      </div>
      {children({
        id: name,
        name,
        ...(described ? { 'aria-describedby': described } : {}),
        ...(error ? { 'aria-invalid': true as const } : {}),
        ...(optional ? {} : { required: true }),
        ...(missing && !optional ? { 'data-missing': missing } : {}),
        ...(invalid ? { 'data-invalid': invalid } : {}),
      })}
      <FieldError id={`${name}-error`} error={error} />
      {hint && (
        <p id={`${name}-hint`} className="mt-1 text-small text-ink-2">
          {hint}
        </p>
      )}
    </div>
  )
}
