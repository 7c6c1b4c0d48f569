import type { FormReader } from '#lib/values/form.ts'
import { returnPath } from '#lib/values/return-path.ts'

/** The page that was asked for, or the one that starts the download of a file. */
export function confirmedPath(form: FormReader): string {
  const file = returnPath(form.text('file'), '')
  return file === '' ? returnPath(form.text('return_to')) : `/confirm?${new URLSearchParams({ file })}`
}
