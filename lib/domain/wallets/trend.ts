import { z } from 'zod'
import { findCustomer } from '#lib/domain/customers/find.ts'
import { bucketParams, pointsOf, trendBuckets } from '#lib/domain/trend.ts'
import { assertWalletsAvailable } from '#lib/domain/wallets/rules.ts'
import { WalletBalanceTrend, WalletTrend } from '#lib/domain/wallets/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { Id } from '#lib/values/id.ts'
import { TREND_INPUT } from '#lib/values/trend.ts'

type Row = { name: string; added: string; on_hold: string; spent: string; paid_out: string }

export const fetchWalletTrend = defineOperation({
  name: 'fetch_wallet_trend',
  title: 'Fetch the wallet trend',
  summary:
    'Returns what was added to all wallets in each hour or day of a period, what of it is on hold, and what was spent and paid out.',
  permission: 'wallets:read',
  http: null,
  effect: 'read',
  input: z.strictObject(TREND_INPUT),
  output: WalletTrend,
  async run(context, input) {
    assertWalletsAvailable(context.account)
    const { step, buckets } = trendBuckets(input, context.now)
    const rows = await context.rows<Row>(TREND, [...bucketParams(buckets), context.account.id])
    return { step, points: pointsOf(buckets, rows, { added: '0', on_hold: '0', spent: '0', paid_out: '0' }) }
  },
})

const TREND = `
  SELECT part.name, added.*, spent.*, paid.*
  FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS part (name, first, last)
  CROSS JOIN LATERAL (
    SELECT COALESCE(sum(amount - amount_reversed) FILTER (WHERE status = 'processed'), 0)::text AS added,
           COALESCE(sum(amount - amount_reversed) FILTER (WHERE status = 'created'), 0)::text AS on_hold
    FROM transfers WHERE account_id = $4 AND created_at BETWEEN first AND last OFFSET 0) AS added
  CROSS JOIN LATERAL (
    SELECT COALESCE(sum(amount - amount_refunded), 0)::text AS spent
    FROM payments WHERE account_id = $4 AND method = 'wallet' AND created_at BETWEEN first AND last
      AND wallet = 'openwallet' AND status IN ('authorized', 'captured', 'refunded') OFFSET 0) AS spent
  CROSS JOIN LATERAL (
    SELECT COALESCE(sum(amount + fees + tax), 0)::text AS paid_out
    FROM payouts WHERE account_id = $4 AND created_at BETWEEN first AND last AND status <> 'reversed' OFFSET 0) AS paid`

type BalanceRow = { name: string; balance: number | bigint; credits: string; debits: string }

export const fetchWalletBalanceTrend = defineOperation({
  name: 'fetch_wallet_balance_trend',
  title: 'Fetch the balance trend of a wallet',
  summary:
    'Returns the balance of a wallet at the end of each hour or day of a period, with its credits and debits.',
  permission: 'wallets:read',
  http: null,
  effect: 'read',
  input: z.strictObject({ id: Id('customer'), ...TREND_INPUT }),
  output: WalletBalanceTrend,
  async run(context, { id, ...input }) {
    assertWalletsAvailable(context.account)
    const customer = await findCustomer(context, id)
    const { step, buckets } = trendBuckets(input, context.now)
    const rows = await context.rows<BalanceRow>(BALANCE_TREND, [
      ...bucketParams(buckets),
      context.account.id,
      customer.id,
    ])
    return { step, points: pointsOf(buckets, rows, { balance: 0, credits: '0', debits: '0' }) }
  },
})

/** Each entry has the balance after it: the last of a stretch has that of its end. */
const BALANCE_TREND = `
  SELECT part.name, sums.*,
         COALESCE((SELECT balance FROM customer_transactions
                   WHERE account_id = $4 AND customer_id = $5 AND created_at <= last
                   ORDER BY created_at DESC, seq DESC LIMIT 1), 0) AS balance
  FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS part (name, first, last)
  CROSS JOIN LATERAL (
    SELECT COALESCE(sum(credit), 0)::text AS credits, COALESCE(sum(debit), 0)::text AS debits
    FROM customer_transactions
    WHERE account_id = $4 AND customer_id = $5 AND created_at BETWEEN first AND last OFFSET 0) AS sums`
