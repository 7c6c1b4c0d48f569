import type { FormReader } from '#lib/values/form.ts'
import { readSpokenTime } from './spoken-time.ts'

export const TIME_NEEDED = 'Enter a date and a time such as 2026-12-01 18:00.'

/**
 * A time in the zone of the reader, in Unix seconds; null when it is blank. Apart from the reader, since few forms have
 * times and all pages load the reader.
 */
export function optionalTime(form: FormReader, name: string, problem = TIME_NEEDED): number | null {
  const typed = form.text(name)
  if (typed === '') return null
  const at = readSpokenTime(typed, form.settings.zone, form.settings.now, 'start')
  if (at === null) form.refuse(name, problem)
  return at
}
