import type pg from 'pg'
import { insertRows, type Row, seeded, withoutIndexes } from '#bench/data/bulk.ts'
import { REASONS } from '#lib/pipeline/error-reasons.ts'
import { newId } from '#lib/values/id.ts'

/** The time over which the payments of a list are spread: two hundred days, up to an hour ago. */
const SPAN_MS = 200 * 86_400_000

/** Fills orders, payments and cards with a shop's past: one order a payment, in every state and by every method. */
export async function fillPayments(pool: pg.Pool, accountId: string, count: number): Promise<void> {
  const random = seeded(count)
  const begin = Date.now() - 3_600_000 - SPAN_MS
  await withoutIndexes(pool, ['orders', 'payments', 'cards'], async () => {
    for (let made = 0; made < count; made += 10_000) {
      const size = Math.min(10_000, count - made)
      const drawn = Array.from({ length: size }, (_, index) => {
        const at = begin + Math.floor((SPAN_MS * (made + index)) / count)
        return draw(accountId, at, random)
      })
      await insertRows(pool, 'orders', drawn.map(orderRow))
      await insertRows(pool, 'payments', drawn.map(paymentRow))
      await insertRows(pool, 'cards', drawn.filter(({ card_id }) => card_id !== null).map(cardRow))
    }
  })
}

type Drawn = ReturnType<typeof draw>

/** What chance decides of a payment made at a moment in the past, and what follows from it. */
function draw(account_id: string, at: number, random: () => number) {
  const status = among(random(), STATUSES)
  const method = among(random(), METHODS)
  const captured = status === 'captured' || status === 'refunded'
  return {
    account_id,
    status,
    method,
    captured,
    held: captured || status === 'authorized',
    refunded: status === 'refunded',
    failed: status === 'failed',
    amount: 100 + Math.floor(random() ** 3 * 2_000_000),
    payer: 10_000_000 + Math.floor(random() * 50_000),
    last4: method === 'card' ? String(1000 + Math.floor(random() * 9000)) : null,
    order_id: newId('order', at),
    id: newId('payment', at),
    card_id: method === 'card' ? newId('card', at) : null,
    created_at: Math.floor(at / 1000),
  }
}

function orderRow({ account_id, order_id, amount, captured, status, created_at }: Drawn): Row {
  return {
    account_id,
    id: order_id,
    amount,
    amount_paid: captured ? amount : 0,
    currency: 'INR',
    receipt: `R-${order_id.slice(6)}`,
    status: captured ? 'paid' : 'attempted',
    attempts: 1,
    authorized: status === 'authorized',
    payment_capture: true,
    partial_payment: false,
    notes: {},
    created_at,
  }
}

function paymentRow({ payer, held, refunded, failed, ...drawn }: Drawn): Row {
  const { captured, method, amount, created_at } = drawn
  return {
    ...drawn,
    currency: 'INR',
    international: false,
    amount_refunded: refunded ? amount : 0,
    refund_status: refunded ? 'full' : null,
    description: 'An order of the bench',
    bank: method === 'netbanking' ? 'HDFC' : null,
    wallet: method === 'wallet' ? 'mobikwik' : null,
    vpa: method === 'upi' ? `p${payer}@okaxis` : null,
    email: `payer${payer}@example.com`,
    contact: `+9198${payer}`,
    notes: { shelf: `A-${payer % 100}` },
    fee: captured ? Math.round(amount * 0.02) : null,
    tax: captured ? Math.round(amount * 0.003) : null,
    acquirer_data: held ? { rrn: String(100_000_000_000 + payer) } : {},
    error_code: failed ? REASONS.payment_declined.code : null,
    error_description: failed ? REASONS.payment_declined.description : null,
    error_reason: failed ? 'payment_declined' : null,
    authorized_at: held ? created_at : null,
    captured_at: captured ? created_at : null,
    capture_by: held ? created_at + 259_200 : null,
  }
}

function cardRow({ account_id, card_id, id, last4 }: Drawn): Row {
  return {
    account_id,
    id: card_id,
    payment_id: id,
    name: 'Test Payer',
    last4,
    network: 'Visa',
    type: 'credit',
    issuer: 'ICIC',
    international: false,
    emi: false,
    sub_type: 'consumer',
    iin: '410028',
  }
}

const STATUSES = [
  ['captured', 0.85],
  ['failed', 0.08],
  ['refunded', 0.03],
  ['authorized', 0.02],
  ['created', 0.02],
] as const
const METHODS = [
  ['card', 0.5],
  ['upi', 0.35],
  ['netbanking', 0.1],
  ['wallet', 0.05],
] as const

/** The entry under which a number from 0 to 1 falls. */
function among<T extends string>(dice: number, shares: readonly (readonly [T, number])[]): T {
  let below = 0
  for (const [name, share] of shares) {
    below += share
    if (dice < below) return name
  }
  return shares[0]?.[0] as T
}
