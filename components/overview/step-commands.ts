import type { FirstSteps } from '#lib/domain/overview/schema.ts'

/** The commands of the first steps, with the key and the records of the account in them. curl asks for the secret. */
export function stepCommands(
  baseUrl: string,
  account: { currency: string; mode: 'test' | 'live' },
  { key_id, order_id, payment_id }: Pick<FirstSteps, 'key_id' | 'order_id' | 'payment_id'>,
) {
  const { currency } = account
  const url = account.mode === 'test' ? 'http://localhost:8000/webhooks' : 'https://shop.example/webhooks'
  const key = key_id ?? 'YOUR_KEY_ID'
  const write = (path: string, body: object) =>
    [
      `curl ${baseUrl}${path}`,
      `-u '${key}'`,
      "-H 'Content-Type: application/json'",
      `-d '${JSON.stringify(body)}'`,
    ].join(' \\\n  ')
  return {
    call: `curl ${baseUrl}/v1/orders \\\n  -u '${key}'`,
    order: write('/v1/orders', { amount: 50_000, currency, receipt: 'FIRST-1', payment_capture: true }),
    pay: write('/v1/payments/create/json', {
      amount: 50_000,
      currency,
      order_id: order_id ?? 'ORDER_ID',
      email: 'payer@example.com',
      contact: '+919876543210',
      method: 'card',
      card: { number: '4100280000001007', expiry_month: '12', expiry_year: '2030', cvv: '123' },
    }),
    refund: write(`/v1/payments/${payment_id ?? 'PAYMENT_ID'}/refund`, { amount: 10_000 }),
    webhook: write('/v1/webhooks', { url, events: ['*'] }),
  }
}
