'use server'
import { refresh } from 'next/cache'
import { redirect } from 'next/navigation'
import { capturePaymentAction } from '#app/(dashboard)/payments/actions.ts'
import type { PlainState } from '#components/payments/plain-form.ts'

/** The capture page's form: captures what the page showed, and leads back to the payment. */
export async function captureFromPage(_: PlainState, form: FormData): Promise<PlainState> {
  const id = String(form.get('id'))
  const result = await capturePaymentAction(
    { id, amount: Number(form.get('amount')) },
    String(form.get('idempotency_key')),
  )
  if (result.ok) redirect(`/payments/${id}`)
  // What is left may be another amount by now, and the next try needs a key of its own.
  refresh()
  return { typed: {}, error: result.error }
}
