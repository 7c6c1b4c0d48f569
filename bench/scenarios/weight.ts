import { paymentsInstance } from '#bench/data/payments-instance.ts'
import { samplePayment } from '#bench/data/sample.ts'
import { scriptBytes } from '#bench/page-scripts.ts'
import {
  type Figure,
  launchAll,
  type Result,
  type Setting,
  WITHOUT_WORKER,
} from '#bench/scenarios/scenario.ts'
import { signIn } from '#bench/session.ts'
import { createOrder } from '#lib/domain/orders/create.ts'
import { execute } from '#lib/pipeline/execute.ts'

/** The scripts that a page loads at once, compressed: those that its HTML names. */
export async function weight({ cluster }: Setting): Promise<Result> {
  const instance = await paymentsInstance(cluster, 1000)
  const { id } = await samplePayment(instance)
  const { servers, notes, stop } = await launchAll(instance.url, { through: ['start'], env: WITHOUT_WORKER })
  const figures: Figure[] = []
  const [server] = servers
  if (server) {
    const meta = { requestId: 'req_bench' }
    const order = await execute(
      instance.runtime,
      createOrder,
      instance.actor,
      { amount: 100, currency: 'INR' },
      meta,
    )
    const cookie = await signIn(instance, server.url)
    const pages = { overview: '/', payments: '/payments', payment: `/payments/${id}` }
    for (const [name, path] of Object.entries(pages))
      figures.push(await scriptsOf(name, server.url + path, { cookie }))
    figures.push(await scriptsOf('checkout', `${server.url}/checkout/${order.value.id}`, {}))
  }
  await stop()
  await instance.close()
  return { outcomes: [], plans: [], figures, notes }
}

async function scriptsOf(name: string, url: string, headers: Record<string, string>): Promise<Figure> {
  const bytes = await scriptBytes(url, headers)
  return { what: `scripts of the ${name} page, gzip`, value: bytes / 1024, unit: 'KB' }
}
