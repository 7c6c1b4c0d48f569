import { type FormAction, noResponse, SCRIPT_FIELD } from '#lib/values/form.ts'
import { randomText } from '#lib/values/random-text.ts'

/** Sends what the browser returned to an action of a form. @returns its error as a sentence, or null */
export async function sendPasskey(
  action: FormAction,
  fields: Record<string, string>,
): Promise<string | null> {
  const form = new FormData()
  const key = randomText(32)
  const sent = { ...fields, idempotency_key: key, [SCRIPT_FIELD]: '1' }
  for (const [name, value] of Object.entries(sent)) form.set(name, value)
  const response = await action({ values: {}, idempotency_key: key }, form).catch(noResponse)
  return typeof response === 'string' ? response : (response.error?.description ?? null)
}
