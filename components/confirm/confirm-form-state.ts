import type { FormDeclaration, FormReader } from '#lib/values/form.ts'
import { returnPath } from '#lib/values/return-path.ts'

/** Nothing but the password; where to go on is in hidden fields. */
export const confirmSessionForm = { fields: ['password'], read: () => ({}) } satisfies FormDeclaration

/** The page that was asked for, or the one that starts the download of a file. */
export function confirmedPath(form: FormReader): string {
  const file = returnPath(form.text('file'), '')
  return file === '' ? returnPath(form.text('return_to')) : `/confirm?${new URLSearchParams({ file })}`
}
