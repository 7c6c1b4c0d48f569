/** Why the form is shown again, and next to which part of it that is said. */
export type ConsentError = { message: string; field?: string | undefined }

export function ConsentFieldError({ field, errors }: { field: string; errors: ConsentError[] }) {
  const error = errors.find((one) => one.field === field)
  if (!error) return null
  return (
    <p id={`${field}-error`} className="complaint">
      {error.message}
    </p>
  )
}

/** Ties a field to its error and its hint; the first invalid field gets the focus. */
export function fieldErrorProps(field: string, errors: ConsentError[], hinted = true) {
  const wrong = errors.some((one) => one.field === field)
  const described = [wrong ? `${field}-error` : '', hinted ? `${field}-hint` : ''].filter(Boolean).join(' ')
  return {
    id: field,
    name: field,
    ...(described ? { 'aria-describedby': described } : {}),
    ...(wrong ? { 'aria-invalid': true as const, autoFocus: errors[0]?.field === field } : {}),
  }
}
