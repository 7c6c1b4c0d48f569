import { placeOf } from '#app/checkout/urls.ts'
import { ADDRESS_HEADER } from '#lib/auth/address.ts'
import { returnFromBank } from '#lib/domain/payments/fetch-for-payer.ts'
import { readAsPayer, takeLook } from '#lib/surfaces/payer.ts'

type Params = { params: Promise<{ order_id: string; payment_id: string }> }

/**
 * Where the payer comes back from the page of the bank, with a signed reference. What counts is what the bank says of it
 * now; a payer who comes twice, or without a signature, gets the page of the payment.
 */
export async function GET(request: Request, { params }: Params): Promise<Response> {
  const { order_id, payment_id } = await params
  const wait = takeLook(order_id.slice(0, 40), request.headers.get(ADDRESS_HEADER))
  if (wait > 0) return new Response(null, { status: 429, headers: { 'retry-after': String(wait) } })
  const sent = Object.fromEntries(new URL(request.url).searchParams)
  const signed = {
    reference: sent.reference?.slice(0, 64) ?? '',
    timestamp: sent.timestamp?.slice(0, 12) ?? '',
    signature: sent.signature?.slice(0, 1000) ?? '',
  }
  const of = { id: payment_id, order_id }
  const payment = await readAsPayer(returnFromBank, order_id, { ...of, params: signed })
  return new Response(null, {
    status: 303,
    headers: { location: placeOf(payment), 'cache-control': 'no-store' },
  })
}
