import { findCustomer } from '#lib/domain/customers/find.ts'
import { cutAhead } from '#lib/domain/page.ts'
import { assertWalletsAvailable } from '#lib/domain/wallets/rules.ts'
import { CustomerTransaction, FetchStatement } from '#lib/domain/wallets/schema.ts'
import { Collection, collection } from '#lib/filters/page.ts'
import type { customer_transactions } from '#lib/generated/prisma/client.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'

export const fetchStatement = defineOperation({
  name: 'fetch_wallet_statement',
  title: 'Fetch the statement of a wallet',
  summary: 'Lists the entries of a wallet, newest first, each with the balance after it.',
  permission: 'wallets:read',
  http: 'GET /v1/customers/:id/statement',
  scope: 'read_only',
  discontinued: true,
  input: FetchStatement,
  output: Collection(CustomerTransaction),
  errors: ['product_discontinued'],
  async run(context, input) {
    assertWalletsAvailable(context.account)
    const customer = await findCustomer(context, input.id)
    const values: unknown[] = [context.account.id, customer.id]
    const place = (value: unknown) => `$${values.push(value)}`
    const entries = 'FROM customer_transactions WHERE account_id = $1 AND customer_id = $2'
    // The entries of a wallet are numbered without a gap, in the order of their time: each bound is one of a number, and a
    // skip is a difference of numbers.
    const bounds: string[] = []
    const endAt = (sign: '>=' | '<=', time: number | undefined) => {
      if (time === undefined) return
      const direction = sign === '<=' ? 'DESC' : 'ASC'
      bounds.push(
        `seq ${sign} (SELECT seq ${entries} AND created_at ${sign} ${place(time)}
          ORDER BY created_at ${direction}, seq ${direction} LIMIT 1)`,
      )
    }
    endAt('>=', input.from)
    endAt('<=', input.to)
    const after = await seqOf(context, customer.id, 'starting_after', input.starting_after)
    const before = await seqOf(context, customer.id, 'ending_before', input.ending_before)
    if (after !== null) bounds.push(`seq < ${place(after)}`)
    if (before !== null) bounds.push(`seq > ${place(before)}`)
    const upwards = before !== null && after === null
    const direction = upwards ? 'ASC' : 'DESC'
    const within = [entries, ...bounds].join(' AND ')
    const skipped =
      input.skip === 0
        ? ''
        : ` AND seq ${upwards ? '>=' : '<='} (SELECT seq ${within} ORDER BY seq ${direction} LIMIT 1) ${upwards ? '+' : '-'} ${place(input.skip)}::bigint`
    const ahead = context.lookAhead ? 1 : 0
    const readRows = await context.rows<customer_transactions>(
      `SELECT * ${within}${skipped} ORDER BY seq ${direction} LIMIT ${place(input.count + ahead)}`,
      values,
    )
    const rows = cutAhead(context, readRows, input.count)
    return collection(upwards ? rows.reverse() : rows)
  },
})

async function seqOf(
  context: Context,
  customerId: string,
  side: string,
  id: string | undefined,
): Promise<number | null> {
  if (id === undefined) return null
  const [row] = await context.rows<{ seq: number | bigint }>(
    'SELECT seq FROM customer_transactions WHERE account_id = $1 AND customer_id = $2 AND id = $3',
    [context.account.id, customerId, id],
  )
  if (row) return Number(row.seq)
  throw refused('record_not_found', `${side} names ${id}, which is no entry of this wallet.`, { field: side })
}
