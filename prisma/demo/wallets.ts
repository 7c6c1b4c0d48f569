import { fetchCustomer } from '#lib/domain/customers/fetch.ts'
import { createOrder } from '#lib/domain/orders/create.ts'
import { refundPayment } from '#lib/domain/refunds/create.ts'
import { createTransfer, transferPayment } from '#lib/domain/transfers/create.ts'
import { reverseTransfer } from '#lib/domain/transfers/reverse.ts'
import { createWalletPayment } from '#lib/domain/wallets/pay.ts'
import type { Runtime } from '#lib/pipeline/operation.ts'
import { DAY, HOUR, MINUTE } from '#lib/values/time.ts'
import { shopperNumbered } from './catalogue.ts'
import type { Shop } from './shop.ts'
import type { Story } from './world.ts'

/** One thing that happens to a wallet: how long before the present (seconds), what, and how much (paise). */
type Step = { before: number; amount: number } & (
  | { what: 'load'; description: string }
  | { what: 'cashback'; description: string; back?: number }
  | { what: 'hold'; description: string; until: number | null }
  | { what: 'pay'; receipt: string; description: string; refund?: number }
)

/** The wallets of three shoppers that are written down: loaded, given to, spent from, refunded to, and waiting. */
const WALLETS: { shopper: number; steps: Step[] }[] = [
  {
    shopper: 7,
    steps: [
      { before: 44 * DAY, what: 'load', amount: 150_000, description: 'Top-up at the counter' },
      { before: 38 * DAY, what: 'cashback', amount: 12_500, description: 'Dasara cashback' },
      {
        before: 33 * DAY,
        what: 'pay',
        amount: 64_900,
        receipt: 'KW-3001',
        description: 'Coorg honey, 1 kg',
        refund: 64_900,
      },
      {
        before: 21 * DAY,
        what: 'pay',
        amount: 37_450,
        receipt: 'KW-3002',
        description: 'Filter coffee, 500 g',
      },
      { before: 16 * DAY, what: 'load', amount: 200_000, description: 'Top-up at the counter' },
      {
        before: 9 * DAY,
        what: 'pay',
        amount: 89_900,
        receipt: 'KW-3004',
        description: 'Sona masoori rice, 10 kg',
      },
      { before: 3 * DAY, what: 'cashback', amount: 20_000, description: 'Deepavali cashback', back: 5_000 },
      {
        before: 5 * HOUR,
        what: 'hold',
        amount: 25_000,
        description: 'Referral, once the order is paid',
        until: 2 * DAY,
      },
    ],
  },
  {
    shopper: 10,
    steps: [
      { before: 29 * DAY, what: 'load', amount: 500_000, description: 'Advance for the month' },
      { before: 24 * DAY, what: 'pay', amount: 249_900, receipt: 'KW-3003', description: 'Cotton saree' },
      { before: 6 * DAY, what: 'cashback', amount: 24_990, description: 'Tenth order' },
      {
        before: 26 * HOUR,
        what: 'hold',
        amount: 50_000,
        description: 'Goodwill, waits for the manager',
        until: null,
      },
    ],
  },
  {
    shopper: 15,
    steps: [
      { before: 12 * DAY, what: 'cashback', amount: 5_000, description: 'Welcome' },
      { before: 2 * DAY, what: 'pay', amount: 5_000, receipt: 'KW-3005', description: 'Gift wrapping' },
    ],
  },
]

/** The events of wallets. Nothing is random, so the rest of the history is the same with and without it. */
export function planWallets(end: number): { at: number; tell(shop: Shop, runtime: Runtime): Story }[] {
  return WALLETS.map(({ shopper, steps }) => ({
    at: end - Math.max(...steps.map(({ before }) => before)),
    tell: (shop, runtime) => lived(shop, runtime, { shopper, steps, end }),
  }))
}

type Life = { shopper: number; steps: Step[]; end: number }

async function* lived(shop: Shop, runtime: Runtime, { shopper, steps, end }: Life): Story {
  const id = shop.customers.get(shopperNumbered(shopper).email)
  if (!id) throw new Error(`The shopper ${shopper} is no customer.`)
  for (const step of steps) {
    yield Math.max(0, end - step.before - shop.now())
    switch (step.what) {
      case 'load':
        await load(shop, runtime, id, step)
        break
      case 'pay':
        yield* pay(shop, id, step)
        break
      default:
        yield* give(shop, id, step, end)
    }
  }
}

/** A captured payment that is large enough and without refunds or transfers. */
const PAYMENT = `SELECT id FROM payments WHERE account_id = $1 AND status = 'captured' AND amount_refunded = 0 AND amount >= $2
  AND method <> 'wallet' AND id NOT IN (SELECT source FROM transfers WHERE account_id = $1) ORDER BY created_at DESC, id DESC LIMIT 1`

async function load(
  shop: Shop,
  runtime: Runtime,
  customer: string,
  { amount, ...step }: Step,
): Promise<void> {
  const { finance } = shop.cast
  const { rows } = await runtime.query(PAYMENT, [finance.account.id, amount])
  const notes = { description: step.description }
  const transfers = [{ customer, amount, currency: 'INR' as const, notes }]
  await shop.run(transferPayment, { id: String(rows[0]?.id), transfers }, finance)
}

type Given = Extract<Step, { what: 'cashback' | 'hold' }>

/** Cashback, at once or on hold; some is partly reversed, since it was too much. */
async function* give(
  shop: Shop,
  customer_id: string,
  step: Given,
  end: number,
): AsyncGenerator<number, void> {
  const { finance, key } = shop.cast
  const onHold = step.what === 'hold' ? { on_hold: true, on_hold_until: untilOf(step.until, end) } : {}
  const notes = { description: step.description }
  const request = { customer_id, amount: step.amount, currency: 'INR' as const, notes, ...onHold }
  const transfer = await shop.run(createTransfer, request, step.what === 'hold' ? finance : key)
  if (step.what !== 'cashback' || step.back === undefined) return
  yield 4 * HOUR
  const back = { id: transfer.id, amount: step.back, notes: { description: 'Given twice' } }
  await shop.run(reverseTransfer, back, finance)
}

function untilOf(after: number | null, end: number): number | null {
  return after === null ? null : end + after
}

type Bought = Extract<Step, { what: 'pay' }>

/** An order paid from the wallet, and of some the money back into it. */
async function* pay(shop: Shop, customer_id: string, step: Bought): AsyncGenerator<number, void> {
  const { key, support } = shop.cast
  const { amount, receipt, description } = step
  const { email, contact } = await shop.run(fetchCustomer, { id: customer_id }, key)
  const currency = 'INR' as const
  const order = await shop.run(
    createOrder,
    { amount, currency, receipt, payment_capture: true, customer_id },
    key,
  )
  yield 2 * MINUTE
  const who = { customer_id, email: email ?? '', contact: contact ?? '' }
  const means = { method: 'wallet' as const, wallet: 'openwallet' as const }
  const paid = await shop.run(
    createWalletPayment,
    { ...means, ...who, order_id: order.id, amount, currency, description },
    key,
  )
  if (step.refund === undefined) return
  yield 3 * DAY
  const refund = { id: paid.service_payment_id, amount: step.refund, notes: { reason: 'Jar was broken' } }
  await shop.run(refundPayment, refund, support)
}
