import type { FormReader } from './form.ts'
import { sizeText } from './number-text.ts'

export const DOCUMENT_BYTES = 52_428_800

/** The largest file in a form, in bytes: with the fields around it, it stays below PAGE_BYTES of lib/http/body-limits.ts. */
export const FORM_FILE_BYTES = 900 * 1024
/** The largest file of a batch: a thousand rows with long texts. */
export const BATCH_FILE_BYTES = 256 * 1024

export const EMPTY_FILE = 'The file is empty. Choose another one.'

/** Why a file is not read: its size and the limit, in bytes. */
export function tooLargeText(size: number, max: number): string {
  return `The file has ${sizeText(size)}, more than ${sizeText(max)}. Split it, or choose a smaller one.`
}

/**
 * Whether a file is chosen. One that is empty or too large is a problem of the field, before it is sent: a form beyond the
 * limit of its page never reaches the action.
 * @param max the largest file, in bytes
 */
export function hasFile(form: FormReader, name: string, max: number): boolean {
  const file = form.form.get(name)
  if (!(file instanceof File) || file.name === '') return false
  if (file.size === 0) form.refuse(name, EMPTY_FILE)
  else if (file.size > max) form.refuse(name, tooLargeText(file.size, max))
  return true
}
