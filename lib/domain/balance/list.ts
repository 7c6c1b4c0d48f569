import { among, type Condition, equal } from '#lib/database/conditions.ts'
import {
  ListedMovement,
  MOVEMENT_GROUPS,
  MOVEMENT_KIND_LABELS,
  MovementGroup,
  MovementKind,
} from '#lib/domain/balance/schema.ts'
import { amount, choice, equals, oneOf, period, several, text } from '#lib/domain/filters.ts'
import { defineList } from '#lib/domain/list.ts'
import type { balance_movements } from '#lib/generated/prisma/client.ts'
import type { Context, Plain } from '#lib/pipeline/operation.ts'
import { Sum } from '#lib/values/money.ts'

type MovementRow = Plain<balance_movements>

/** Credits and debits side by side: the first less the second is what the balance changed by. */
const MOVEMENT_SUMS = {
  credit: 'credit',
  debit: 'debit',
  fee: 'fee',
} as const

export const MOVEMENT_FILTERS = [
  choice('group', MovementGroup.options, { where: inGroup }),
  period(),
  several('kind', MovementKind.options, {
    label: 'Movement',
    as: 'choice',
    words: MOVEMENT_KIND_LABELS,
    where: oneOf('kind'),
  }),
  amount({ label: 'Gross amount' }),
  text('source', 40, { label: 'Record', placeholder: 'pay_… or rfnd_…', where: equals('source') }),
  /** What a settlement consists of: it comes to its amount. */
  text('settlement', 40, {
    label: 'Settlement',
    placeholder: 'setl_…',
    where: (id) => [...equal('settlement_id', id), { sql: "kind <> 'settlement'", values: [] }],
  }),
]

export const { list: listBalanceMovementsForDashboard, export: exportBalanceMovements } = defineList({
  noun: 'balance_movements',
  permission: 'balance:read',
  item: ListedMovement,
  filters: MOVEMENT_FILTERS,
  tab: ['group'],
  tabs: Object.fromEntries(
    MovementGroup.options.map((group): [string, Condition[]] => [group, inGroup(group)]),
  ),
  sums: MOVEMENT_SUMS,
  show: withBalances,
  beside: { balance: Sum },
  about: async (context) => ({ balance: await balanceOf(context) }),
})

function inGroup(group: MovementGroup): Condition[] {
  return among('kind', [...MOVEMENT_GROUPS[group]])
}

async function balanceOf({ account, rows }: Context): Promise<string> {
  const [stored] = await rows<{ balance: string }>(
    "SELECT balance::text AS balance FROM ledger_balances WHERE account_id = $1 AND account = 'merchant_balance'",
    [account.id],
  )
  return stored?.balance ?? '0'
}

/**
 * Movements with the balance after each: what the balance is now, or was at the end of the month if that is closed, less
 * everything since. So no movement has to wait for the one before it, as a balance stored with each would require.
 * @param page movements in their order, newest first
 */
async function withBalances(context: Context, page: MovementRow[]) {
  const [newest, oldest] = [page[0], page.at(-1)]
  if (!newest || !oldest) return []
  const balances = await context.rows<{ id: string; balance: string }>(
    `WITH closed AS (
       SELECT ends_at, closing FROM balance_months WHERE account_id = $1 AND ends_at >= $2 ORDER BY month LIMIT 1),
     base AS (
       SELECT COALESCE((SELECT closing FROM closed), (SELECT balance FROM ledger_balances
                WHERE account_id = $1 AND account = 'merchant_balance')) AS balance,
              COALESCE((SELECT ends_at FROM closed), 9223372036854775807) AS ends_at),
     since AS (
       SELECT line.id, COALESCE(sum(credit - debit) OVER (ORDER BY line.created_at DESC, line.id DESC
                ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS moved
       FROM balance_movements line, base
       WHERE line.account_id = $1 AND (line.created_at, line.id) >= ($3, $4) AND line.created_at <= base.ends_at)
     SELECT since.id, (base.balance - since.moved)::text AS balance FROM since, base WHERE since.id = ANY($5::text[])`,
    [context.account.id, newest.created_at, oldest.created_at, oldest.id, page.map(({ id }) => id)],
  )
  const byId = new Map(balances.map(({ id, balance }) => [id, balance]))
  return page.map((row) => ({ ...row, balance: byId.get(row.id) }))
}
