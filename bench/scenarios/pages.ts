import { paymentsInstance } from '#bench/data/payments-instance.ts'
import { samplePayment } from '#bench/data/sample.ts'
import {
  type Figure,
  launchAll,
  type Result,
  type Setting,
  WITHOUT_WORKER,
} from '#bench/scenarios/scenario.ts'
import { signIn } from '#bench/session.ts'
import { lookAt } from '#bench/views.ts'

/**
 * Every list page of the dashboard, for one viewer: the median time to the first byte. Payments, orders and refunds have
 * `--rows` rows below them, other lists what bench/data/list-records.ts gives them.
 */
export async function pages({ cluster, conditions, rows }: Setting): Promise<Result> {
  const instance = await paymentsInstance(cluster, rows)
  const { receipt, email, id } = await samplePayment(instance)
  const { servers, notes, stop } = await launchAll(instance.url, { through: ['start'], env: WITHOUT_WORKER })
  const figures: Figure[] = []
  const [server] = servers
  if (server) {
    const headers = { cookie: await signIn(instance, server.url) }
    for (const path of [...PATHS, ...searches(receipt, email), `/payments/${id}`]) {
      const view = { url: server.url + path, headers, viewers: 1 }
      // The first view loads the page into the process.
      await lookAt(view, 0.01)
      const { p50, statuses, failed, requests } = await lookAt(view, conditions.seconds / 2)
      const shown = path.replace(id, ':id')
      if (requests === 0) throw new Error(`The page ${shown} always fails: ${JSON.stringify(statuses)}.`)
      if (failed > 0) notes.push(`**Failures** at ${shown}: ${JSON.stringify(statuses)}.`)
      figures.push({
        what: `page ${shown}, first byte, ${rows.toLocaleString('en')} rows`,
        value: p50,
        unit: 'ms',
      })
      process.stderr.write('.')
    }
  }
  await stop()
  await instance.close()
  return { outcomes: [], plans: [], figures, notes }
}

const PATHS = [
  '/payments',
  '/payments?status=authorized',
  '/orders',
  '/orders?status=paid',
  '/refunds',
  '/batches',
  '/approvals',
  '/balance',
  '/balance/fees',
  '/balance/months',
  '/settlements',
  '/settlements/bank-statements',
  '/customers',
  '/bills',
  '/wallets',
  '/transfers',
  '/payouts',
  '/fund-accounts',
  '/documents',
  '/outbox',
  '/exports/schedules',
  '/api-keys',
  '/webhooks',
  '/events',
  '/logs',
  '/logs/errors',
  '/connected-apps',
  '/connected-apps/clients',
  '/settings/audit',
  '/settings/team',
  '/settings/team/invitations',
  '/settings/team/roles',
  // The deliveries of one endpoint.
  `/webhooks/whk_${'1'.padStart(14, '0')}`,
]

function searches(receipt: string, email: string): string[] {
  return [
    `/payments?order=${receipt}`,
    `/payments?q=${receipt}`,
    `/payments?email=${encodeURIComponent(email)}`,
    `/orders?receipt=${receipt}`,
  ]
}
