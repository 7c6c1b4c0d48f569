import { expect } from 'vitest'
import { createGatewayAcquirer, type Gateway, type GatewayOptions } from '#lib/acquirer/gateway.ts'
import { fetchAllOrders } from '#lib/domain/orders/fetch.ts'
import { createPayment } from '#lib/domain/payments/create.ts'
import { fetchPaymentRefunds } from '#lib/domain/refunds/fetch.ts'
import { openGatewayInstance } from './gateway.ts'
import { goodCard, payer } from './instance.ts'

export const PAYER_PAGES = 'https://desk.example/v1/acquirers/acq_1/payers'
export const PAYER_BACK = 'https://desk.example/checkout/order_1/wait/pay_1'
export const PAID = { amount: 125_000, currency: 'INR' } as const
export const unavailable = expect.objectContaining({ reason: 'acquirer_unavailable' })

/** A gateway, and acquirers that reach it, without a server of their own. */
export async function openGatewayClient() {
  const gateway = await openGatewayInstance()
  const { there } = gateway
  const open: { close(): unknown }[] = []
  let references = 0

  const at = {
    gateway,
    there,
    /** Closes it with the rest. */
    closing<T extends { close(): unknown }>(one: T): T {
      open.push(one)
      return one
    },
    connect(more: Partial<GatewayOptions> = {}): Gateway {
      return at.closing(
        createGatewayAcquirer({
          url: gateway.url,
          credentials: [gateway.credentials()],
          name: 'gateway',
          networks: ['127.0.0.0/8'],
          totalMs: 5000,
          pagesUrl: PAYER_PAGES,
          ...more,
        }),
      )
    },
    newReference(): string {
      references += 1
      return `bop_${String(references).padStart(14, '0')}`
    },
    hosted: (reference: string) => ({
      reference,
      ...PAID,
      collect: { kind: 'hosted' as const, return_url: PAYER_BACK },
    }),
    /** Pays the order of a reference as its payer does on the gateway's page. */
    async payThere(reference: string, number = goodCard.number) {
      const { items } = await there.run(fetchAllOrders, { receipt: reference })
      const [order] = items
      return there.run(createPayment, {
        ...payer,
        ...PAID,
        order_id: order?.id ?? '',
        method: 'card',
        card: { ...goodCard, number },
      })
    },
    async authorized(by: Gateway) {
      const reference = at.newReference()
      await by.authorize(at.hosted(reference))
      const payment = await at.payThere(reference)
      return { reference, payment }
    },
    refundsOf: async (id: string) => (await there.run(fetchPaymentRefunds, { id })).items,
    /** Ends what a test has done to requests. */
    calm(): void {
      Object.assign(gateway, { before: null, cutAfter: null, requests: [] })
    },
    async close(): Promise<void> {
      for (const { close } of open.toReversed()) await close()
      expect(await there.violations()).toEqual([])
      await gateway.close()
    },
  }
  return at
}

export type GatewayClientUnderTest = Awaited<ReturnType<typeof openGatewayClient>>
