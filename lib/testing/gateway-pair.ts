import { systemActor } from '#lib/auth/system-actor.ts'
import { useAcquirer } from '#lib/domain/acquirers/use.ts'
import { createOrder } from '#lib/domain/orders/create.ts'
import { fetchAllOrders } from '#lib/domain/orders/fetch.ts'
import { beginHostedPayment } from '#lib/domain/payments/begin.ts'
import { createPayment } from '#lib/domain/payments/create.ts'
import { fetchPayment } from '#lib/domain/payments/fetch.ts'
import { openGatewayInstance, openGatewayMerchant } from '#lib/testing/gateway.ts'
import { goodCard, payer } from '#lib/testing/instance.ts'

/**
 * An instance in live mode whose acquirer is an account of another instance, reached over HTTP. Their clocks begin together
 * and move by `pass`. Webhooks are all lost.
 */
export async function openGatewayPair() {
  const gateway = await openGatewayInstance()
  const { there, url } = gateway
  const credentials = gateway.credentials({ webhook_secret: 'the-first-webhook-secret' })
  const merchant = await openGatewayMerchant({ url, credentials: () => credentials })
  const { here, run, id } = merchant
  const live = () => systemActor(here.runtime.query, merchant.live, 'test')
  await run(useAcquirer, { id })

  return {
    here,
    there,
    url,
    id,
    credentials,
    /** What goes wrong there. */
    faults: gateway,
    live,
    run,
    /** Moves both clocks. Jobs here that would ask by themselves run, too, unless they are dropped before. */
    async pass(seconds: number): Promise<void> {
      await there.pass(seconds)
      await here.pass(seconds)
    },
    /** Forgets the jobs that wait here, so that only a check finds what they would have found. */
    dropJobs: () => here.jobs.splice(0),
    /** An order of live mode, and a payment that the payer is to make on the page of the gateway. */
    async begin(amount: number) {
      const order = await run(createOrder, { amount, currency: 'INR' })
      const begun = await run(beginHostedPayment, { ...payer, amount, order_id: order.id, method: 'card' })
      return { id: begun.id, order: order.id, reference: begun.url?.split('/').at(-1) ?? '' }
    },
    /** What the payer does on the page of the gateway. @returns the payment there */
    async payThere(reference: string) {
      const { items } = await there.run(fetchAllOrders, { receipt: reference })
      const [order] = items
      return there.run(createPayment, {
        ...payer,
        amount: order?.amount ?? 0,
        order_id: order?.id ?? '',
        method: 'card',
        card: goodCard,
      })
    },
    /** A payment that the gateway knows from elsewhere. */
    async payElsewhere(amount: number, receipt = `shop-${amount}`, payment_capture = true) {
      const order = await there.run(createOrder, { amount, currency: 'INR', receipt, payment_capture })
      const card = { method: 'card' as const, card: goodCard }
      return there.run(createPayment, { ...payer, amount, order_id: order.id, ...card })
    },
    statusHere: async (payment: string) => (await run(fetchPayment, { id: payment })).status,
    close: () => merchant.close().then(gateway.close),
  }
}

export type GatewayPair = Awaited<ReturnType<typeof openGatewayPair>>
