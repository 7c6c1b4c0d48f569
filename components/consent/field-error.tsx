import type { ConsentError } from './consent-form.tsx'

/** The error of a field, under it. */
export function ConsentFieldError({ field, error }: { field: string; error: ConsentError | null }) {
  if (error?.field !== field) return null
  return (
    <p id={`${field}-error`} className="complaint">
      {error.message}
    </p>
  )
}

/** Ties a field to its error and its hint; an invalid field gets the focus. */
export function fieldErrorProps(field: string, error: ConsentError | null, hinted = true) {
  const wrong = error?.field === field
  const described = [wrong ? `${field}-error` : '', hinted ? `${field}-hint` : ''].filter(Boolean).join(' ')
  return {
    id: field,
    name: field,
    ...(described ? { 'aria-describedby': described } : {}),
    ...(wrong ? { 'aria-invalid': true as const, autoFocus: true } : {}),
  }
}
