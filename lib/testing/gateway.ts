import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { z } from 'zod'
import { systemActor } from '#lib/auth/system-actor.ts'
import { addGateway } from '#lib/domain/acquirers/add.ts'
import type { GatewayCredentials } from '#lib/domain/acquirers/schema.ts'
import type { Actor, Operation } from '#lib/pipeline/operation.ts'
import { type Instance, openInstance } from './instance.ts'
import { createRouter } from './loaded-router.ts'
import { openRest } from './rest.ts'

/** An instance that is the gateway of another, served over HTTP. */
export async function openGatewayInstance() {
  const there = await openInstance({ settings: { SIMULATOR_REFUND_DELAY_SECONDS: '0' } })
  await openRest(there)
  const router = await createRouter((_, response) => void response.writeHead(404).end())
  const gateway = {
    there,
    url: '',
    /** What was requested, each as `GET /v1/orders`. */
    requests: [] as string[],
    /** Sees each request first, and may respond to it. */
    before: null as RequestListener | null,
    /** Whether the connection of such a request is cut once it had its effect. */
    cutAfter: null as ((line: string) => boolean) | null,
    credentials(more: Partial<GatewayCredentials> = {}): GatewayCredentials {
      const key = { key_id: there.key.id, key_secret: there.key.secret }
      return { ...key, webhook_secret: 'none of its own', dialect: 'razorpay', ...more }
    },
    async close() {
      server.close(() => undefined).closeAllConnections()
      await there.close()
    },
  }
  const server = createServer((request, response) => {
    const line = `${request.method} ${request.url?.split('?')[0]}`
    gateway.requests.push(line)
    gateway.before?.(request, response)
    if (response.writableEnded || response.destroyed) return
    if (gateway.cutAfter?.(line)) {
      const { writeHead } = response
      response.writeHead = ((...head: Parameters<typeof writeHead>) => {
        response.destroy()
        return writeHead.apply(response, head)
      }) as typeof writeHead
    }
    router(request, response)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  gateway.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return gateway
}
export type GatewayInstance = Awaited<ReturnType<typeof openGatewayInstance>>

/** An instance whose live account has an account at a gateway, and what runs in live mode there. */
export async function openGatewayMerchant({
  url,
  credentials,
}: Pick<GatewayInstance, 'url' | 'credentials'>) {
  const settings = { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8', BASE_URL: 'https://desk.example' }
  const here: Instance = await openInstance({ settings })
  const { live } = here.merchant.accounts
  const run = async <I extends z.ZodType, O extends z.ZodType>(
    operation: Operation<I, O>,
    input: z.input<I>,
    as?: Actor,
  ) =>
    here.run(operation, input, undefined, as ?? (await systemActor(here.runtime.query, live, 'test')), true)
  const { id } = await run(addGateway, { url, ...credentials() })
  return {
    here,
    run,
    /** Of the acquirer. */
    id,
    live,
    async balance(): Promise<number> {
      const { rows } = await here.runtime.query(
        "SELECT balance FROM ledger_balances WHERE account_id = $1 AND account = 'merchant_balance'",
        [live],
      )
      return Number(rows[0]?.balance ?? 0)
    },
    close: () => here.runtime.acquirers.close().then(() => here.close()),
  }
}
