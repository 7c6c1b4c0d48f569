import { expect } from '@playwright/test'
import { GOOD_CARD, rest } from '#e2e/ui/checkout/payer.ts'

/** A card that the bank declines for insufficient funds. */
export const INSUFFICIENT_FUNDS_CARD = '4100280000080001'

export type Made = {
  id: string
  order_id: string
  status: string
  amount: number
  email: string
  acquirer_data: Record<string, string>
  error_reason: string | null
}

type Wanted = {
  amount?: number
  captured?: boolean
  receipt?: string
  email?: string
  card?: string
  contact?: string
  notes?: object
  /** The payer's browser or app, as a merchant's server sends it. */
  device?: object
}

/** A unique text, so that a test finds only its own records. */
export function unique(prefix: string): string {
  return `${prefix}-${Math.random().toString(36).slice(2, 10)}`
}

/** A payment of a new order, made with the demo merchant's key. */
export async function makePayment(wanted: Wanted = {}): Promise<Made> {
  const { amount = 125_000, captured = true, receipt = unique('E2E'), card = GOOD_CARD } = wanted
  const order = await rest('/orders', { amount, currency: 'INR', receipt, payment_capture: captured })
  return pay(order.id, { ...wanted, amount, card })
}

/** A payment of an existing order. */
export function pay(
  order_id: string,
  {
    amount,
    card = GOOD_CARD,
    email = 'e2e@example.com',
    contact = '+919876543210',
    notes = {},
    device = {},
  }: Wanted,
): Promise<Made> {
  return rest<Made>('/payments/create/json', {
    order_id,
    amount,
    currency: 'INR',
    email,
    contact,
    notes,
    ...device,
    method: 'card',
    card: { number: card, name: 'E2E Payer', expiry_month: '12', expiry_year: '2030', cvv: '123' },
  })
}

/**
 * A card that the bank declines for insufficient funds; the response is an error, and the payment is recorded as
 * failed.
 */
export async function makeFailedPayment(wanted: Wanted = {}): Promise<Made> {
  const order = await rest('/orders', {
    amount: 50_000,
    currency: 'INR',
    receipt: wanted.receipt ?? unique('E2E'),
  })
  await pay(order.id, { ...wanted, amount: 50_000, card: INSUFFICIENT_FUNDS_CARD }).catch(() => undefined)
  const { items } = await rest<{ items: Made[] }>(`/orders/${order.id}/payments`)
  const [payment] = items
  expect(payment?.status).toBe('failed')
  return payment as Made
}
