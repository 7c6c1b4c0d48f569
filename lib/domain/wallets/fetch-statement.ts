import { findCustomer } from '#lib/domain/customers/find.ts'
import { cutAhead } from '#lib/domain/page.ts'
import { served } from '#lib/domain/wallets/rules.ts'
import { CustomerTransaction, FetchStatement } from '#lib/domain/wallets/schema.ts'
import type { customer_transactions } from '#lib/generated/prisma/client.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { Collection, collection } from '#lib/values/page.ts'

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
    served(context.account)
    const customer = await findCustomer(context, input.id)
    const values: unknown[] = [context.account.id, customer.id]
    const place = (value: unknown) => `$${values.push(value)}`
    const bounds = [
      ...(input.from === undefined ? [] : [`created_at >= ${place(input.from)}`]),
      ...(input.to === undefined ? [] : [`created_at <= ${place(input.to)}`]),
    ]
    const after = await seqOf(context, customer.id, 'starting_after', input.starting_after)
    const before = await seqOf(context, customer.id, 'ending_before', input.ending_before)
    if (after !== null) bounds.push(`seq < ${place(after)}`)
    if (before !== null) bounds.push(`seq > ${place(before)}`)
    const upwards = before !== null && after === null
    const direction = upwards ? 'ASC' : 'DESC'
    // The entries of a wallet have the same order by number and by time.
    const order =
      input.from === undefined && input.to === undefined
        ? `seq ${direction}`
        : `created_at ${direction}, seq ${direction}`
    const ahead = context.lookAhead ? 1 : 0
    const readRows = await context.rows<customer_transactions>(
      `SELECT * FROM customer_transactions
       WHERE ${['account_id = $1', 'customer_id = $2', ...bounds].join(' AND ')}
       ORDER BY ${order} LIMIT ${place(input.count + ahead)} OFFSET ${place(input.skip)}`,
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
