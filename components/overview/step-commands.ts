import type { FirstSteps } from '#lib/domain/overview/schema.ts'

/** Stands for the key in the commands. The page replaces it. */
export const KEY_SLOT = '{key}'

/** The amounts of the first test order, and of its refund. */
export const FIRST_ORDER = 50_000
export const FIRST_REFUND = 10_000

/** The commands of the first steps in test mode, with the records of the account in them. */
export function stepCommands(
  baseUrl: string,
  currency: string,
  { order_id, payment_id }: Pick<FirstSteps, 'order_id' | 'payment_id'>,
) {
  const write = (path: string, body: object) =>
    [
      `curl ${baseUrl}${path}`,
      `-u '${KEY_SLOT}'`,
      "-H 'Content-Type: application/json'",
      `-d '${JSON.stringify(body)}'`,
    ].join(' \\\n  ')
  return {
    call: `curl ${baseUrl}/v1/orders \\\n  -u '${KEY_SLOT}'`,
    order: write('/v1/orders', { amount: FIRST_ORDER, currency, receipt: 'FIRST-1', payment_capture: true }),
    pay: write('/v1/payments/create/json', {
      amount: FIRST_ORDER,
      currency,
      order_id: order_id ?? 'ORDER_ID',
      email: 'payer@example.com',
      contact: '+919876543210',
      method: 'card',
      card: { number: '4100280000001007', expiry_month: '12', expiry_year: '2030', cvv: '123' },
    }),
    refund: write(`/v1/payments/${payment_id ?? 'PAYMENT_ID'}/refund`, { amount: FIRST_REFUND }),
    webhook: write('/v1/webhooks', { url: 'http://localhost:8000/webhooks', events: ['*'] }),
  }
}
