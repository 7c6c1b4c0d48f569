'use server'
import { redirect } from 'next/navigation'
import type { CustomerFormState } from '#components/customers/customer-form-state.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { previewCustomerUpdate, updateCustomerSeen } from '#lib/domain/customers/update.ts'
import { type FormResult, submit } from '#lib/surfaces/form.ts'
import { tryRead } from '#lib/surfaces/page.ts'
import { pairsOf, textsOf } from '#lib/surfaces/plain-form.ts'
import { randomText } from '#lib/values/id.ts'

/**
 * The form of an edit as it is sent without script: first what would change, then the change itself. It is refused
 * when somebody else has changed the customer since the form was opened.
 */
export async function editCustomerPlainly(_: CustomerFormState, form: FormData): Promise<CustomerFormState> {
  const { id = '', seen = '', step, idempotency_key, ...values } = textsOf(form)
  const anew = { values, idempotency_key: randomText(32) }
  if (step === 'back') return anew
  const { notes = '', ...texts } = values
  const filled = Object.entries(texts).filter(([, text]) => text.trim() !== '')
  const input = {
    ...Object.fromEntries(filled.map(([name, text]) => [name, text.trim()])),
    id,
    notes: pairsOf(notes),
  }
  if (step === 'save') {
    const result: FormResult<{ id: string }> = await submit(
      updateCustomerSeen,
      await requireStaff(),
      { ...input, seen: readSeen(seen) },
      'dashboard',
      idempotency_key,
    )
    if (result.ok) redirect(`/customers/${id}`)
    return { ...anew, error: result.error }
  }
  const preview = await tryRead(previewCustomerUpdate, input)
  return preview.ok ? { ...anew, review: preview.value.changes } : { ...anew, error: preview }
}

/** What the form was opened with; a text that is no longer it is judged by the schema. */
function readSeen(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
