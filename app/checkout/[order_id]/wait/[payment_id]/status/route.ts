import { readPayment } from '#app/checkout/reads.ts'

type Params = { params: Promise<{ order_id: string; payment_id: string }> }

/** What the waiting page asks while it is open: whether there is still something to wait for. */
export async function GET(_request: Request, { params }: Params): Promise<Response> {
  const { order_id, payment_id } = await params
  const { status, waits_for } = await readPayment(order_id, payment_id)
  const waiting = status === 'created' && (waits_for === 'collect' || waits_for === 'bank')
  return Response.json({ waiting }, { headers: { 'cache-control': 'no-store' } })
}
