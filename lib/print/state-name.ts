import type { Messages, Text } from '#lib/messages/text.ts'
import { GST_STATES } from '#lib/values/gstin.ts'

/** The name of a state or union territory by its GST code, in the language of the reader, or null. */
export function stateName(t: Text, code: string): string | null {
  return Object.hasOwn(GST_STATES, code) ? t(`states.${code as keyof Messages['states']}`) : null
}
