import { z } from 'zod'
import type { Columns } from '#lib/database/query.ts'
import { DUE, type SettlementRow } from '#lib/domain/settlements/find.ts'
import { capturedUntil, MIN_SETTLEMENT, MOVEMENT_SPAN, settlementDay } from '#lib/domain/settlements/rules.ts'
import { Settlement } from '#lib/domain/settlements/schema.ts'
import type { accounts, ledger_balances, payments } from '#lib/generated/prisma/client.ts'
import { post } from '#lib/ledger/post.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'

export const settleBalance = defineOperation({
  name: 'settle_balance',
  title: 'Settle the balance',
  summary:
    'Settles the payments that are due today, less refunds and transfers. Once a working day, and only if something is left to pay.',
  permission: 'business:write',
  http: null,
  input: z.strictObject({}),
  output: z.object({ settlement: Settlement.nullable() }),
  async run(context) {
    // Without a bank nothing can be paid.
    if (context.account.mode === 'live' && !context.account.acquirer) return { settlement: null }
    const day = settlementDay(context.now)
    const delay = await lockBalance(context)
    if (day === null || delay === null || (await hasRun(context, day))) return { settlement: null }
    return { settlement: await settle(context, { run: day, until: capturedUntil(context.now, delay) }) }
  },
})

export const settleNow = defineOperation({
  name: 'settle_now',
  title: 'Settle now',
  summary: 'Settles the whole balance of a test account at once, whatever the schedule.',
  permission: 'business:write',
  http: null,
  input: z.strictObject({}),
  output: Settlement,
  errors: ['test_mode_only', 'insufficient_balance'],
  async run(context) {
    if (context.account.mode !== 'test')
      throw refused('test_mode_only', 'Only the balance of test mode can be settled at once.')
    await lockBalance(context)
    const settlement = await settle(context, { run: null, until: context.now })
    if (settlement) return settlement
    throw refused('insufficient_balance', 'There is nothing to settle yet. Capture a payment first.')
  },
})

/**
 * The delay of the account. Its row is locked until the transaction ends, so that settlements of an account wait for each
 * other, and then its balance, so that no movement comes between the sum and its debit.
 */
export async function lockBalance(context: Context): Promise<number | null> {
  const [account] = await context.rows<Columns<accounts, 'settlement_delay_days'>>(
    'SELECT settlement_delay_days FROM accounts WHERE id = $1 FOR NO KEY UPDATE',
    [context.account.id],
  )
  await context.rows(
    `SELECT 1 FROM ledger_balances WHERE account_id = $1 AND account = 'merchant_balance' FOR NO KEY UPDATE`,
    [context.account.id],
  )
  return account?.settlement_delay_days ?? null
}

async function hasRun(context: Context, run: string): Promise<boolean> {
  const found = await context.rows('SELECT 1 FROM settlements WHERE account_id = $1 AND run = $2', [
    context.account.id,
    run,
  ])
  return found.length > 0
}

/**
 * Makes a settlement of the payments captured until then and of every other movement that is not settled yet, and takes its
 * amount out of the balance. Since each movement changed the balance by what it adds here, and the balance is locked, it
 * always suffices. @returns null where that is too little to pay
 */
async function settle(
  context: Context,
  { run, until }: { run: string | null; until: number },
): Promise<SettlementRow | null> {
  const { account, actor, now } = context
  const [due] = await context.rows<{ net: string | null; fees: string | null; tax: string | null }>(
    `SELECT sum(credit - debit)::text AS net, sum(fee)::text AS fees, sum(tax)::text AS tax FROM balance_movements movement
     WHERE ${DUE}`,
    [account.id, until],
  )
  const amount = Number(due?.net ?? 0)
  // What a gateway owes may be below zero, and then the balance is less than what is due here.
  if (amount < MIN_SETTLEMENT || amount > (await balanceOf(context))) return null
  const id = context.newId('settlement')
  const counted = await context.rows<{ bucket: number | bigint; total: number | bigint }>(
    `WITH contained AS (UPDATE balance_movements movement SET settlement_id = $3 WHERE ${DUE} RETURNING created_at)
     SELECT created_at - created_at % $4::bigint AS bucket, count(*) AS total FROM contained GROUP BY 1`,
    [account.id, until, id, MOVEMENT_SPAN],
  )
  const settlement: SettlementRow = {
    account_id: account.id,
    id,
    amount,
    currency: account.currency,
    status: 'created',
    fees: Number(due?.fees ?? 0),
    tax: Number(due?.tax ?? 0),
    utr: null,
    failure_reason: null,
    run: run ?? id,
    captured_until: until,
    movements: Object.fromEntries(counted.map(({ bucket, total }) => [String(bucket), Number(total)])),
    created_by: `${actor.kind}:${actor.name}`,
    created_at: now,
    finished_at: null,
    acquirer_id: await payingAcquirer(context, id),
  }
  context.changes.insert('settlements', { ...settlement })
  post(context, {
    kind: 'settlement',
    reference: `settlement:${id}`,
    legs: [{ debit: 'merchant_balance', credit: 'settlements_pending', amount }],
  })
  context.about(id)
  context.enqueue('process-settlement', { account_id: account.id, settlement_id: id })
  return settlement
}

/** The balance, whose row is locked. */
async function balanceOf({ account, rows }: Context): Promise<number> {
  const [found] = await rows<Columns<ledger_balances, 'balance'>>(
    `SELECT balance FROM ledger_balances WHERE account_id = $1 AND account = 'merchant_balance'`,
    [account.id],
  )
  return Number(found?.balance ?? 0)
}

/** The bank in use; where that settles by itself, the one of the newest payment in the settlement. */
async function payingAcquirer({ account, rows }: Context, id: string): Promise<string | null> {
  if (account.acquirer?.capabilities.settlement !== false) return account.acquirer?.id ?? null
  const [newest] = await rows<Columns<payments, 'acquirer_id'>>(
    `SELECT payment.acquirer_id FROM balance_movements movement
     JOIN payments payment ON payment.account_id = movement.account_id AND payment.id = movement.payment_id
     WHERE movement.account_id = $1 AND movement.settlement_id = $2
     ORDER BY movement.created_at DESC, movement.id DESC LIMIT 1`,
    [account.id, id],
  )
  return newest?.acquirer_id ?? null
}
