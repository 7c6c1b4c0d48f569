import { randomBytes } from 'node:crypto'
import { makeLongStatement, makeWallets, type Wallet } from '#bench/data/wallets.ts'
import { WALLETS_BESIDE_ONE } from '#bench/goals.ts'
import { type Instance, openInstance } from '#bench/instance.ts'
import { type Entrant, measure } from '#bench/measure.ts'
import { type Plan, plansOf } from '#bench/plans.ts'
import { statementLoop } from '#bench/scenarios/orders.ts'
import { entrantOf, launchAll, type Result, type Setting } from '#bench/scenarios/scenario.ts'
import type { Server } from '#bench/servers/launch.ts'
import { foldBalances } from '#bench/servers/unfolded.ts'
import { DEBIT, debitOf } from '#bench/servers/wallet-statement.ts'
import { fetchStatement } from '#lib/domain/wallets/fetch.ts'
import { getStatementDetails } from '#lib/domain/wallets/get-statement-details.ts'
import { checkInvariants } from '#lib/ledger/invariants.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Operation } from '#lib/pipeline/operation.ts'

/** Debits of one hot wallet, and of a thousand; and the statement of a long wallet. */
export async function wallets({ cluster, conditions, rows }: Setting): Promise<Result> {
  const instance = await openInstance(await cluster.fresh('bench_wallets'))
  const all = await makeWallets(instance, 1000)
  const { servers, notes, stop } = await launchAll(instance.url, { through: ['baseline', 'router', 'start'] })
  const compared = (from: Wallet[]) => [
    ...servers.map((server) => reversing(instance, server, from)),
    alone(instance, from),
  ]
  const outcomes = [
    await measure('debits, one wallet', compared(all.slice(0, 1)), conditions),
    await measure('debits, 1,000 wallets', compared(all), conditions),
  ]
  const product =
    servers.find(({ kind }) => kind === 'start') ?? servers.find(({ kind }) => kind === 'router')
  // In turns, so that the ratio of both is formed within each round.
  if (product) {
    const { scenario, one, many } = WALLETS_BESIDE_ONE
    const entrants = [
      { ...reversing(instance, product, all.slice(0, 1)), name: one },
      { ...reversing(instance, product, all), name: many },
    ]
    outcomes.push(await measure(scenario, entrants, conditions))
  }
  await stop()
  await foldBalances(instance.runtime.query)
  const violations = (await checkInvariants(instance.runtime.query)).filter(({ name }) =>
    /wallet|balance/.test(name),
  )
  const plans = await statementPlans(instance, rows)
  await instance.close()
  return {
    outcomes,
    plans,
    notes: [
      ...notes,
      violations.length === 0
        ? 'Afterwards every wallet and the balance were what their entries and the ledger say.'
        : `**Wallets or the balance are not in order**: ${violations.map(({ name }) => name).join(' ')}`,
    ],
  }
}

/** The debit alone, without HTTP, key, event and audit line: what the database could take. */
function alone(instance: Instance, from: Wallet[]): Entrant {
  return {
    name: 'database alone, 8 clients',
    pid: process.pid,
    run: (seconds) =>
      statementLoop(instance.url, 8, seconds, 'debit', DEBIT, () =>
        debitOf(instance.accountId, any(from).customer_id),
      ),
  }
}

/** A partial reversal of a transfer: all the work around the debit. */
export function reversing(instance: Instance, server: Server, from: Wallet[]): Entrant {
  return entrantOf(server, {
    connections: 32,
    headers: { authorization: instance.authorization, 'content-type': 'application/json' },
    status: 201,
    next: () => ({
      method: 'POST',
      path: `/v1/transfers/${any(from).transfer_id}/reversals`,
      headers: { 'idempotency-key': `bench-${randomBytes(9).toString('hex')}` },
      body: '{"amount":1}',
    }),
  })
}

function any(from: Wallet[]): Wallet {
  return from[Math.floor(Math.random() * from.length)] as Wallet
}

async function statementPlans(instance: Instance, entries: number): Promise<Plan[]> {
  const id = await makeLongStatement(instance, entries)
  const deep = `ctxn_${String(Math.floor(entries / 10)).padStart(14, '0')}`
  const read = (operation: unknown, input: object) => () =>
    execute(
      instance.runtime,
      operation as Operation,
      instance.actor,
      { id, ...input },
      { requestId: 'req_bench' },
    )
  const requested: [string, () => Promise<unknown>][] = [
    ['statement, first page', read(fetchStatement, { count: 100 })],
    ['statement, after 90 % by cursor', read(fetchStatement, { count: 100, starting_after: deep })],
    ['statement, after 90 % by skip', read(fetchStatement, { count: 100, skip: Math.floor(entries * 0.9) })],
    [
      'statement, a month with its sums',
      read(getStatementDetails, { from: 1_705_000_000, to: 1_707_592_000, count: 50 }),
    ],
  ]
  const plans: Plan[] = []
  for (const [what, work] of requested) plans.push(...(await plansOf(instance.url, what, work)))
  return plans
}
