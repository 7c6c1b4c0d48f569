import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { z } from 'zod'
import { systemActor } from '#lib/auth/system-actor.ts'
import { addGateway } from '#lib/domain/acquirers/add.ts'
import { useAcquirer } from '#lib/domain/acquirers/use.ts'
import { createOrder } from '#lib/domain/orders/create.ts'
import { fetchAllOrders } from '#lib/domain/orders/fetch.ts'
import { beginHostedPayment } from '#lib/domain/payments/begin.ts'
import { createPayment } from '#lib/domain/payments/create.ts'
import { fetchPayment } from '#lib/domain/payments/fetch.ts'
import type { Actor, Operation } from '#lib/pipeline/operation.ts'
import { goodCard, openInstance, payer } from '#lib/testing/instance.ts'
import { createRouter } from '#lib/testing/loaded-router.ts'
import { openRest } from '#lib/testing/rest.ts'

/**
 * An instance in live mode whose acquirer is an account of another instance, reached over HTTP. Their clocks begin together
 * and move by `pass`. Webhooks are all lost.
 */
export async function openGatewayPair() {
  const there = await openInstance({ settings: { SIMULATOR_REFUND_DELAY_SECONDS: '0' } })
  const here = await openInstance({
    settings: { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8', BASE_URL: 'https://desk.example' },
  })
  await openRest(there)
  const router = await createRouter((_, response) => void response.writeHead(404).end())
  const faults: { before: RequestListener | null; cutAfter: ((line: string) => boolean) | null } = {
    before: null,
    cutAfter: null,
  }
  const requests: string[] = []
  const server = createServer((request, response) => {
    const line = `${request.method} ${request.url?.split('?')[0]}`
    requests.push(line)
    faults.before?.(request, response)
    if (response.writableEnded || response.destroyed) return
    if (faults.cutAfter?.(line)) {
      const { writeHead } = response
      response.writeHead = ((...head: Parameters<typeof writeHead>) => {
        response.destroy()
        return writeHead.apply(response, head)
      }) as typeof writeHead
    }
    router(request, response)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const live = () => systemActor(here.runtime.query, here.merchant.accounts.live, 'test')
  const run = async <I extends z.ZodType, O extends z.ZodType>(
    operation: Operation<I, O>,
    input: z.input<I>,
    as?: Actor,
  ): Promise<z.output<O>> => here.run(operation, input, undefined, as ?? (await live()), true)
  const credentials = {
    key_id: there.key.id,
    key_secret: there.key.secret,
    webhook_secret: 'the first webhook secret',
    dialect: 'razorpay' as const,
  }
  const { id } = await run(addGateway, { url, ...credentials })
  await run(useAcquirer, { id })

  return {
    here,
    there,
    url,
    id,
    credentials,
    faults,
    requests,
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
    async payElsewhere(amount: number, receipt = `shop-${amount}`) {
      const order = await there.run(createOrder, { amount, currency: 'INR', receipt, payment_capture: true })
      const card = { method: 'card' as const, card: goodCard }
      return there.run(createPayment, { ...payer, amount, order_id: order.id, ...card })
    },
    statusHere: async (payment: string) => (await run(fetchPayment, { id: payment })).status,
    async close(): Promise<void> {
      await new Promise<void>((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      })
      await here.runtime.acquirers.close()
      await here.close()
      await there.close()
    },
  }
}

export type GatewayPair = Awaited<ReturnType<typeof openGatewayPair>>
