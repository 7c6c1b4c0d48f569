import { headers } from 'next/headers'
import { notFound } from 'next/navigation'
import { z } from 'zod'
import { ADDRESS_HEADER } from '#lib/auth/address.ts'
import { assertForm } from '#lib/surfaces/form-action.ts'
import { pageText } from '#lib/surfaces/language.ts'
import { takePayerAttempt } from '#lib/surfaces/payer.ts'
import { Id } from '#lib/values/id.ts'
import { newKey } from './form-state.ts'

/** The longest text of one field, and the most fields: the longest form of the checkout has half as many. */
const MAX_TEXT = 400
/** The notes of the address, in one hidden field. */
const MAX_NOTES = 2500
const MAX_FIELDS = 64

const Ids = z.object({ order_id: Id('order'), payment_id: Id('payment').optional() })
/** Made by the page, once for each form. */
const Key = z.string().regex(/^[\w-]{8,80}$/)

/** The hidden fields of every form of the checkout. */
type SentForm = { orderId: string; key: string; robot: boolean }

/**
 * Reads what every form of the checkout has, before anything else is done with it: anyone with the link of an order may
 * send anything. Ids of another shape, texts of another length and files are the page "not found".
 */
export function readSentForm(form: FormData): SentForm & { paymentId: string | undefined } {
  assertForm(form)
  const fields = [...form]
  if (fields.length > MAX_FIELDS || fields.some(([name, value]) => !isShort(name, value))) notFound()
  const ids = Ids.safeParse({
    order_id: form.get('order_id'),
    payment_id: form.get('payment_id') ?? undefined,
  })
  if (!ids.success) notFound()
  const key = Key.safeParse(form.get('key'))
  return {
    orderId: ids.data.order_id,
    paymentId: ids.data.payment_id,
    key: key.success ? key.data : newKey(),
    robot: form.get('robot') === '1',
  }
}

/** The same of a form about one payment. */
export function readPaymentForm(form: FormData): SentForm & { paymentId: string } {
  const { paymentId, ...sent } = readSentForm(form)
  return paymentId === undefined ? notFound() : { ...sent, paymentId }
}

/** Counts an attempt by order and network. @returns null, or a sentence for the payer when it is one too many */
export async function tooManyAttempts(orderId: string): Promise<string | null> {
  const wait = takePayerAttempt(orderId, (await headers()).get(ADDRESS_HEADER))
  return wait === 0 ? null : (await pageText())('errors.too_many_attempts')
}

function isShort(name: string, value: FormDataEntryValue): boolean {
  // Names that begin with $ are React's own, and as long as the form state that they carry.
  if (name.startsWith('$')) return true
  return (
    name.length <= 40 &&
    typeof value === 'string' &&
    value.length <= (name === 'notes' ? MAX_NOTES : MAX_TEXT)
  )
}
