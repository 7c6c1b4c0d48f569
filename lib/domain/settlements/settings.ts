import { z } from 'zod'
import type { Columns } from '#lib/database/query.ts'
import { DUE } from '#lib/domain/settlements/find.ts'
import {
  capturedUntil,
  expectedSettlement,
  MIN_SETTLEMENT,
  nextSettlementDay,
  SETTLE_EVERY,
  settlementDay,
} from '#lib/domain/settlements/rules.ts'
import {
  PaymentSettlement,
  SettlementSettings,
  UpdateSettlementSettings,
} from '#lib/domain/settlements/schema.ts'
import type { accounts } from '#lib/generated/prisma/client.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { Id } from '#lib/values/id.ts'

export const fetchSettlementSettings = defineOperation({
  name: 'fetch_settlement_settings',
  title: 'Fetch the settlement settings',
  summary:
    'Returns after how many working days the balance is settled, and what the next settlement comes to so far.',
  permission: 'balance:read',
  http: null,
  effect: 'read',
  input: z.strictObject({}),
  output: SettlementSettings,
  run: (context) => settings(context),
})

export const fetchPaymentSettlement = defineOperation({
  name: 'fetch_payment_settlement',
  title: 'Fetch the settlement of a payment',
  summary: 'Returns with which settlement the money of a captured payment arrives, or when it is expected.',
  permission: 'balance:read',
  alsoNeeds: ['payments:read'],
  http: null,
  effect: 'read',
  input: z.strictObject({ id: Id('payment') }),
  output: PaymentSettlement,
  async run(context, { id }) {
    // The movement has the ID of its transaction, which is found by its unique reference.
    const [found] = await context.rows<{
      captured_at: bigint | null
      delay: number | null
      last: string | null
      elsewhere: boolean | null
      settlement: z.input<typeof PaymentSettlement>['settlement']
    }>(
      `SELECT movement.created_at AS captured_at, account.settlement_delay_days AS delay,
         (SELECT run FROM settlements WHERE account_id = account.id AND run <> id ORDER BY created_at DESC, id DESC LIMIT 1) AS last,
         (SELECT bank.capabilities ->> 'settlement' = 'false' FROM payments payment
          JOIN acquirers bank ON bank.account_id = payment.account_id AND bank.id = payment.acquirer_id
          WHERE payment.account_id = account.id AND payment.id = $3) AS elsewhere,
         CASE WHEN settlement.id IS NOT NULL THEN jsonb_build_object('id', settlement.id, 'status', settlement.status,
           'utr', settlement.utr, 'created_at', settlement.created_at) END AS settlement
       FROM accounts account
       LEFT JOIN ledger_transactions booked ON booked.account_id = account.id AND booked.reference = $2
       LEFT JOIN balance_movements movement ON movement.account_id = booked.account_id AND movement.id = booked.id
       LEFT JOIN settlements settlement ON settlement.account_id = movement.account_id AND settlement.id = movement.settlement_id
       WHERE account.id = $1`,
      [context.account.id, `capture:${id}`, id],
    )
    const { captured_at = null, delay = null, last = null, settlement = null } = found ?? {}
    const elsewhere = found?.elsewhere === true
    const isDue = captured_at !== null && delay !== null && settlement === null && !elsewhere
    return {
      settlement,
      expected_at: isDue ? expectedSettlement(Number(captured_at), delay, context.now, last) : null,
      settles: delay !== null || elsewhere,
    }
  },
})

export const updateSettlementSettings = defineOperation({
  name: 'update_settlement_settings',
  title: 'Update the settlement settings',
  summary: 'Sets after how many working days captured payments are settled, or keeps them in the balance.',
  permission: 'business:write',
  confirm: 'live',
  http: null,
  input: UpdateSettlementSettings,
  output: SettlementSettings,
  async run(context, { schedule, delay_days }) {
    const before = await settings(context)
    const after = schedule === 'off' ? null : delay_days
    await context.tables.accounts.update({
      where: { id: context.account.id },
      data: { settlement_delay_days: after },
    })
    context.about(context.account.id)
    context.noteChange({ settlement_delay_days: before.delay_days }, { settlement_delay_days: after })
    return settings(context)
  },
})

async function settings(context: Context): Promise<z.input<typeof SettlementSettings>> {
  const { id, currency } = context.account
  const [account] = await context.rows<Columns<accounts, 'settlement_delay_days'>>(
    'SELECT settlement_delay_days FROM accounts WHERE id = $1',
    [id],
  )
  const delay_days = account?.settlement_delay_days ?? null
  if (delay_days === null) return { delay_days, currency, next: null }
  const [last] = await context.rows<{ run: string }>(
    `SELECT run FROM settlements WHERE account_id = $1 AND run <> id ORDER BY created_at DESC, id DESC LIMIT 1`,
    [id],
  )
  const day = nextSettlementDay(context.now, last?.run ?? null)
  if (day <= context.now) {
    // Today has none yet: what is due is settled within minutes, and too little waits for the next working day.
    const due = await dueAt(context, context.now, delay_days)
    if (BigInt(due.amount) >= MIN_SETTLEMENT)
      return { delay_days, currency, next: { at: context.now + SETTLE_EVERY, ...due } }
  }
  const at = day > context.now ? day : nextSettlementDay(context.now, settlementDay(context.now))
  return { delay_days, currency, next: { at, ...(await dueAt(context, at, delay_days)) } }
}

/** What a settlement at a time contains, if nothing else happens until then. */
async function dueAt(context: Context, at: number, delay: number) {
  const until = capturedUntil(at, delay)
  const [due] = await context.rows<{ amount: string; count: number }>(
    `SELECT coalesce(sum(credit - debit), 0)::text AS amount, count(*)::int AS count FROM balance_movements movement
     WHERE ${DUE}`,
    [context.account.id, until],
  )
  return { captured_until: until, amount: due?.amount ?? '0', count: due?.count ?? 0 }
}
