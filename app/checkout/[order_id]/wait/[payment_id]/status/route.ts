import { readPayment } from '#app/checkout/queries.ts'
import { ADDRESS_HEADER } from '#lib/auth/address.ts'
import { takeLook } from '#lib/surfaces/payer.ts'

type Params = { params: Promise<{ order_id: string; payment_id: string }> }

/** What this page waits for; the others have pages of their own. */
const WAITING = ['collect', 'intent', 'hosted', 'bank']

const UNSTORED = { 'cache-control': 'no-store' }

/** The status for the waiting page: whether it should go on waiting. */
export async function GET(request: Request, { params }: Params): Promise<Response> {
  const { order_id, payment_id } = await params
  const wait = takeLook(order_id.slice(0, 40), request.headers.get(ADDRESS_HEADER))
  if (wait > 0)
    return Response.json(
      { waiting: true },
      { status: 429, headers: { ...UNSTORED, 'retry-after': String(wait) } },
    )
  const { status, waits_for } = await readPayment(order_id, payment_id)
  const waiting = status === 'created' && WAITING.some((each) => each === waits_for)
  return Response.json({ waiting }, { headers: UNSTORED })
}
