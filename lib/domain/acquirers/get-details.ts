import { z } from 'zod'
import { findChecks } from '#lib/domain/acquirers/checks.ts'
import {
  AcquirerAccount,
  AcquirerCalls,
  AcquirerDetails,
  FetchAcquirerCalls,
  OfAcquirer,
} from '#lib/domain/acquirers/schema.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { DAY } from '#lib/values/time.ts'
import { findAcquirer, shownAcquirer } from './find.ts'

export const listAcquirers = defineOperation({
  name: 'list_acquirers',
  title: 'List the acquirers',
  summary: 'Returns the acquirers of live mode: the one in use first, then the newest.',
  permission: 'payments:read',
  http: null,
  effect: 'read',
  input: z.strictObject({}),
  output: z.object({ items: z.array(AcquirerAccount) }),
  async run({ account, tables, now }) {
    const rows = await tables.acquirers.findMany({
      where: { account_id: account.id },
      orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
    })
    const items = rows.map((row) => shownAcquirer(row, now))
    return { items: [...items.filter(isActive), ...items.filter((one) => !isActive(one))] }
  },
})

function isActive({ state }: { state: string }): boolean {
  return state === 'active'
}

export const getAcquirerDetails = defineOperation({
  name: 'get_acquirer_details',
  title: 'Get the details of an acquirer',
  summary: 'Returns an acquirer with its capabilities, its last calls and errors, and how fast it responds.',
  permission: 'payments:read',
  http: null,
  effect: 'read',
  input: OfAcquirer,
  output: AcquirerDetails,
  async run(context, { id }) {
    const row = await findAcquirer(context, id)
    const [health, checks] = await Promise.all([healthOf(context, id), findChecks(context, id)])
    return { ...shownAcquirer(row, context.now), health, checks }
  },
})

/** So many requests are on a page. */
const PAGE = 50

export const fetchAcquirerCalls = defineOperation({
  name: 'fetch_acquirer_calls',
  title: 'Fetch the requests to an acquirer',
  summary:
    'Lists the requests to an acquirer and the messages of it, newest first, or only those that failed.',
  permission: 'payments:read',
  http: null,
  effect: 'read',
  input: FetchAcquirerCalls,
  output: AcquirerCalls,
  async run({ account, rows }, { id, failed, before }) {
    const items = await rows<{ id: string }>(
      `SELECT * FROM acquirer_calls WHERE account_id = $1 AND acquirer_id = $2 AND (error IS NOT NULL OR NOT $3)
         AND ($4::text IS NULL OR (created_at, id) < (SELECT created_at, id FROM acquirer_calls
           WHERE account_id = $1 AND id = $4))
       ORDER BY created_at DESC, id DESC LIMIT ${PAGE + 1}`,
      [account.id, id, failed, before ?? null],
    )
    const shown = items.slice(0, PAGE)
    return { items: shown, next: items.length > PAGE ? (shown.at(-1)?.id ?? null) : null }
  },
})

async function healthOf(context: Context, id: string): Promise<object> {
  const { account, now, rows, acquirers } = context
  const [[figures], last_calls, last_errors, [open]] = await Promise.all([
    rows<{ calls: bigint; failed: bigint; p95_ms: number | null }>(
      `SELECT count(*) AS calls, count(error) AS failed,
         (percentile_cont(0.95) WITHIN GROUP (ORDER BY duration_ms))::float8 AS p95_ms
       FROM acquirer_calls WHERE account_id = $1 AND acquirer_id = $2 AND created_at > $3
         AND call NOT IN ('notification', 'return', 'read')`,
      [account.id, id, now - DAY],
    ),
    rows(
      `SELECT * FROM acquirer_calls WHERE account_id = $1 AND acquirer_id = $2
       ORDER BY created_at DESC, id DESC LIMIT 5`,
      [account.id, id],
    ),
    rows(
      `SELECT * FROM acquirer_calls WHERE account_id = $1 AND acquirer_id = $2 AND error IS NOT NULL
       ORDER BY created_at DESC, id DESC LIMIT 5`,
      [account.id, id],
    ),
    rows<{ under_way: bigint }>(
      `SELECT (SELECT count(*) FROM payments WHERE account_id = $1 AND acquirer_id = $2 AND status IN ('created', 'authorized'))
         + (SELECT count(*) FROM refunds JOIN payments ON payments.account_id = refunds.account_id AND payments.id = refunds.payment_id
            WHERE refunds.account_id = $1 AND refunds.status = 'pending' AND payments.acquirer_id = $2)
         + (SELECT count(*) FROM payouts WHERE account_id = $1 AND acquirer_id = $2 AND status = 'processing')
         + (SELECT count(*) FROM settlements WHERE account_id = $1 AND acquirer_id = $2 AND status = 'created') AS under_way`,
      [account.id, id],
    ),
  ])
  return {
    ...figures,
    open_calls: acquirers.openCalls(id),
    under_way: open?.under_way ?? 0,
    last_calls,
    last_errors,
  }
}
