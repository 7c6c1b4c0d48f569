import { paymentsInstance } from '#bench/data/payments-instance.ts'
import { samplePayment } from '#bench/data/sample.ts'
import { frameworkScripts, pageScripts, weightsOf } from '#bench/page-scripts.ts'
import {
  type Figure,
  launchAll,
  type Result,
  type Setting,
  WITHOUT_WORKER,
} from '#bench/scenarios/scenario.ts'
import { buildFolder } from '#bench/servers/launch.ts'
import { signIn } from '#bench/session.ts'
import { createOrder } from '#lib/domain/orders/create.ts'
import { execute } from '#lib/pipeline/execute.ts'

/** The scripts that pages load at once, compressed, and how much of them is the framework. */
export async function weight({ cluster }: Setting): Promise<Result> {
  const instance = await paymentsInstance(cluster, 1000)
  const { id } = await samplePayment(instance)
  const { servers, notes, stop } = await launchAll(instance.url, { through: ['start'], env: WITHOUT_WORKER })
  const figures: Figure[] = []
  const [server] = servers
  const build = buildFolder()
  if (server && build) {
    const meta = { requestId: 'req_bench' }
    const order = await execute(
      instance.runtime,
      createOrder,
      instance.actor,
      { amount: 100, currency: 'INR' },
      meta,
    )
    const cookie = await signIn(instance, server.url)
    const load = (path: string) => pageScripts(server.url + path, { cookie })
    const pages = {
      overview: await load('/'),
      payments: await load('/payments'),
      payment: await load(`/payments/${id}`),
      checkout: await pageScripts(`${server.url}/checkout/${order.value.id}`),
    }
    figures.push(...weightsOf(pages, frameworkScripts(build)))
  }
  await stop()
  await instance.close()
  return { outcomes: [], plans: [], figures, notes }
}
