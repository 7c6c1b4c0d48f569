import type { FormReader } from '#lib/values/form.ts'
import { returnPath } from '#lib/values/return-path.ts'

/** The page that was asked for, or the one that starts the download of a file. */
export function confirmedPath(form: FormReader): string {
  const [file, page] = [returnPath(form.text('file'), ''), returnPath(form.text('return_to'), '')]
  if (file === '') return page || '/'
  return `/confirm?${new URLSearchParams({ file, ...(page === '' ? {} : { return_to: page }) })}`
}

/** What the URL of an exported list has beside the filters. */
const NOT_FILTERS = ['format', 'head', 'columns', 'ids', 'all']

/** The list that a file is of, with its filters; null where the file is not of a list. */
export function listOfFile(file: string): string | null {
  const { pathname, searchParams } = new URL(file, 'http://here')
  const path = /^(\/.+)\/export$/.exec(pathname)?.[1]
  if (path === undefined) return null
  for (const name of NOT_FILTERS) searchParams.delete(name)
  return searchParams.size === 0 ? path : `${path}?${searchParams}`
}
