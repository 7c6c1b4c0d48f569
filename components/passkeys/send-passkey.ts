import { type FormAction, noAnswer, SCRIPT_FIELD } from '#lib/values/form.ts'
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
  const answered = await action({ values: {}, idempotency_key: key }, form).catch(noAnswer)
  return typeof answered === 'string' ? answered : (answered.error?.description ?? null)
}
