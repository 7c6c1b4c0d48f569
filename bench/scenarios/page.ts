import { depthOf, paymentsInstance } from '#bench/data/payments-instance.ts'
import type { Instance } from '#bench/instance.ts'
import { type Entrant, measure } from '#bench/measure.ts'
import { type Plan, plansOf } from '#bench/plans.ts'
import { idAt } from '#bench/scenarios/lists.ts'
import {
  type Figure,
  launchAll,
  NAMES,
  type Result,
  type Setting,
  WITHOUT_WORKER,
} from '#bench/scenarios/scenario.ts'
import type { Server } from '#bench/servers/launch.ts'
import { signIn } from '#bench/session.ts'
import { lookAt } from '#bench/views.ts'
import { countNewerPayments, listPaymentsForDashboard } from '#lib/domain/payments/list.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Operation } from '#lib/pipeline/operation.ts'

/** How many people look at the payments page at a time. */
const VIEWERS = 4

/** The payments page of the dashboard as a signed-in person gets it, beside the bare SQL of it. */
export async function page({ cluster, conditions, rows }: Setting): Promise<Result> {
  const instance = await paymentsInstance(cluster, rows)
  const plans = await pagePlans(instance, rows)
  const { servers, notes, stop } = await launchAll(instance.url, {
    through: ['baseline', 'start'],
    env: WITHOUT_WORKER,
  })
  try {
    const entrants: Entrant[] = []
    for (const server of servers) {
      const headers: Record<string, string> =
        server.kind === 'start'
          ? { cookie: await signIn(instance, server.url) }
          : { authorization: instance.authorization }
      entrants.push(viewing(server, '/payments', headers, VIEWERS))
    }
    const size = `${rows.toLocaleString('en')} rows`
    const title = `payments page, first byte, ${VIEWERS} viewers, ${size}`
    const figures: Figure[] = [
      { what: `filling the database, once, ${size}`, value: instance.filledIn, unit: 's' },
    ]
    return { outcomes: [await measure(title, entrants, conditions)], plans, figures, notes }
  } finally {
    await stop()
    await instance.close()
  }
}

/** People who look at one page of a server. */
export function viewing(
  server: Server,
  path: string,
  headers: Record<string, string>,
  viewers: number,
): Entrant {
  return {
    name: NAMES[server.kind],
    pid: server.pid,
    run: (seconds) => lookAt({ url: server.url + path, headers, viewers }, seconds),
  }
}

/** How the database goes about the first page, one far down, and the question for newer rows that an open page asks. */
async function pagePlans(instance: Instance, rows: number): Promise<Plan[]> {
  const [newest, deep] = [await idAt(instance, 1), await idAt(instance, depthOf(rows))]
  const run = (operation: Operation, input: object) => () =>
    execute(instance.runtime, operation, instance.actor, input, { requestId: 'req_bench' })
  const questions: [string, () => Promise<unknown>][] = [
    ['first page', run(listPaymentsForDashboard, {})],
    ['deep page', run(listPaymentsForDashboard, { after: deep })],
    ['rows above it', run(countNewerPayments, { than: deep, max: Number.MAX_SAFE_INTEGER })],
    ['newer than shown', run(countNewerPayments, { than: newest })],
  ]
  const plans: Plan[] = []
  for (const [what, work] of questions) plans.push(...(await plansOf(instance.url, what, work)))
  return plans
}
