import { randomBytes } from 'node:crypto'
import type { Instance } from '#bench/instance.ts'
import type { Target } from '#bench/load.ts'
import { measure } from '#bench/measure.ts'
import { type Plan, plansOf } from '#bench/plans.ts'
import { idAt, paymentsInstance } from '#bench/scenarios/lists.ts'
import { entrantOf, launchAll, type Result, type Setting } from '#bench/scenarios/scenario.ts'
import { hashPassword } from '#lib/auth/password.ts'
import { browsePayments, countNewerPayments } from '#lib/domain/payments/list.ts'
import { createUser } from '#lib/domain/users/create.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Operation } from '#lib/pipeline/operation.ts'

/** The payments page of the dashboard as a signed-in person gets it, against the bare SQL of it. */
export async function page({ cluster, conditions, rows }: Setting): Promise<Result> {
  const instance = await paymentsInstance(cluster, rows)
  const plans = await pagePlans(instance, rows)
  const { servers, notes, stop } = await launchAll(instance.url)
  try {
    const [baseline, through] = [
      servers.find(({ kind }) => kind === 'baseline'),
      servers.find(({ kind }) => kind === 'next'),
    ]
    if (!baseline) throw new Error('There is no baseline.')
    // Few, since counting a large table keeps both cores busy.
    const target = {
      connections: 4,
      headers: { authorization: instance.authorization },
      status: 200,
      next: () => ({ method: 'GET' as const, path: '/payments' }),
    }
    const entrants = [entrantOf(baseline, target)]
    if (through) {
      const entered = await enter(instance, through.url)
      if (typeof entered === 'string') notes.push(entered)
      else entrants.push({ ...entrantOf(through, { ...target, ...entered }), name: 'page through Next' })
    }
    const outcome = await measure(`payments page, ${rows.toLocaleString('en')} rows`, entrants, conditions)
    return { outcomes: [outcome], plans, notes }
  } finally {
    await stop()
    await instance.close()
  }
}

/** How the database goes about the first page, one far down, and the question for newer rows that an open page asks. */
async function pagePlans(instance: Instance, rows: number): Promise<Plan[]> {
  const [newest, deep] = [await idAt(instance, 1), await idAt(instance, Math.floor(rows * 0.9))]
  const run = (operation: Operation, input: object) => () =>
    execute(instance.runtime, operation, instance.actor, input, { requestId: 'req_bench' })
  const questions: [string, () => Promise<unknown>][] = [
    ['first page', run(browsePayments, {})],
    ['page after 90 %', run(browsePayments, { after: deep })],
    ['rows above it', run(countNewerPayments, { than: deep, most: Number.MAX_SAFE_INTEGER })],
    ['newer than shown', run(countNewerPayments, { than: newest })],
  ]
  const plans: Plan[] = []
  for (const [what, work] of questions) plans.push(...(await plansOf(instance.url, what, work)))
  return plans
}

/** Signs in as a new person of the merchant and looks at the page; a sentence when there is nothing to measure. */
async function enter(instance: Instance, url: string): Promise<Pick<Target, 'headers'> | string> {
  const cookie = await signIn(instance, url)
  const reply = await fetch(`${url}/payments`, { headers: { cookie }, redirect: 'manual' })
  const shown = (await reply.text()).includes('pay_')
  if (reply.status !== 200 || !shown)
    return `**The payments page is left out**: it answers ${reply.status}${shown ? '' : ' and shows no payment'}.`
  return { headers: { cookie } }
}

/** Through next-auth's own addresses, as a program without a browser signs in. */
async function signIn(instance: Instance, url: string): Promise<string> {
  const [email, password] = [
    `bench-${randomBytes(6).toString('hex')}@example.com`,
    randomBytes(12).toString('hex'),
  ]
  const input = { email, name: 'Bench', role: 'owner', merchant_id: instance.merchantId, password } as const
  await instance.database.prisma.$transaction(async (tables) =>
    createUser(tables, input, await hashPassword(password), Date.now()),
  )
  const asked = await fetch(`${url}/api/auth/csrf`)
  const { csrfToken } = (await asked.json()) as { csrfToken: string }
  const body = new URLSearchParams({ csrfToken, email, password, json: 'true' })
  const options = { method: 'POST', body, headers: { cookie: cookiesOf(asked) }, redirect: 'manual' } as const
  return cookiesOf(await fetch(`${url}/api/auth/callback/credentials`, options))
}

function cookiesOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ')
}
