import { paymentsInstance } from '#bench/data/payments-instance.ts'
import { measure } from '#bench/measure.ts'
import { type Plan, plansOf } from '#bench/plans.ts'
import { viewing } from '#bench/scenarios/page.ts'
import {
  type Figure,
  launchAll,
  type Result,
  type Setting,
  WITHOUT_WORKER,
} from '#bench/scenarios/scenario.ts'
import { signIn } from '#bench/session.ts'
import { fetchBalance } from '#lib/domain/balance/fetch.ts'
import { fetchActivity } from '#lib/domain/overview/activity.ts'
import { fetchAttention } from '#lib/domain/overview/attention.ts'
import { fetchFirstSteps } from '#lib/domain/overview/first-steps.ts'
import { fetchSplits, fetchTotals, fetchVolume } from '#lib/domain/overview/totals.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Operation } from '#lib/pipeline/operation.ts'

const MONTH = 30 * 86_400

/** The queries of the overview of thirty days, part by part, and the page for a signed-in person. */
export async function overview({ cluster, conditions, rows }: Setting): Promise<Result> {
  const instance = await paymentsInstance(cluster, rows)
  const to = Math.floor(Date.now() / 1000)
  const from = to - MONTH
  const parts: [string, Operation, object][] = [
    ['totals', fetchTotals, { current: { from, to }, previous: { from: from - MONTH, to: from } }],
    ['volume', fetchVolume, { from, to, step: 'day', zone: 'Asia/Kolkata' }],
    ['splits', fetchSplits, { from, to }],
    ['activity', fetchActivity, { count: 30 }],
    ['attention', fetchAttention, {}],
    ['balance', fetchBalance, {}],
    ['first steps', fetchFirstSteps, {}],
  ]
  const plans: Plan[] = []
  for (const [name, operation, input] of parts) {
    const work = () => execute(instance.runtime, operation, instance.actor, input, { requestId: 'req_bench' })
    plans.push(...(await plansOf(instance.url, `overview of 30 days, ${name}`, work)))
  }
  const figures: Figure[] = [
    {
      what: `overview of 30 days, in the database, ${rows.toLocaleString('en')} rows`,
      value: plans.reduce((sum, plan) => sum + plan.execution, 0),
      unit: 'ms',
    },
  ]
  const { servers, notes, stop } = await launchAll(instance.url, { through: ['start'], env: WITHOUT_WORKER })
  const outcomes = []
  for (const server of servers) {
    const headers = { cookie: await signIn(instance, server.url) }
    const title = `overview, first byte, 1 viewer, ${rows.toLocaleString('en')} rows`
    outcomes.push(await measure(title, [viewing(server, '/', headers, 1)], conditions))
  }
  await stop()
  await instance.close()
  return { outcomes, plans, figures, notes }
}
