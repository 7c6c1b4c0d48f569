import { type ReactNode, useId } from 'react'
import { CircleAlert } from '#components/ui/icons.tsx'
import { classNames } from './class-names.ts'

/** Ties a control to its label, hint and error; spread it on the control. */
export type ControlProps = {
  id: string
  'aria-describedby'?: string
  'aria-invalid'?: true
  required?: boolean
}

type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  error?: string | null | undefined
  required?: boolean
  /** Says "optional" beside the label. */
  optional?: boolean
  /** At the right of the label: a counter, a link. */
  aside?: ReactNode
  /** Below the hint: the value in words. */
  note?: ReactNode
  className?: string
  children: (control: ControlProps) => ReactNode
}

/** A label, a control, a hint and an error, tied together for everyone. */
export function Field({
  label,
  hint,
  error,
  required,
  optional,
  aside,
  note,
  className,
  children,
}: FieldProps) {
  const id = useId()
  const described = [error ? `${id}-error` : null, hint ? `${id}-hint` : null].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <div className="mb-1 flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-table font-[540]">
          {label}
          {optional && <span className="ml-1.5 font-normal text-ink-3">optional</span>}
        </label>
        {aside && <span className="num text-small text-ink-3">{aside}</span>}
      </div>
      {children({
        id,
        ...(described ? { 'aria-describedby': described } : {}),
        ...(error ? { 'aria-invalid': true as const } : {}),
        ...(required ? { required } : {}),
      })}
      <FieldError id={`${id}-error`} error={error} />
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-small text-ink-2">
          {hint}
        </p>
      )}
      {!error && note}
    </div>
  )
}

export function FieldError({
  id,
  error,
  className,
}: {
  id: string
  error: string | null | undefined
  className?: string
}) {
  if (!error) return null
  return (
    <p id={id} className={classNames('mt-1 flex gap-1.5 text-small text-bad', className)}>
      <CircleAlert aria-hidden="true" className="mt-px size-4 flex-none" />
      {error}
    </p>
  )
}
