import type { Reply, Requested } from '#bench/servers/baseline-key.ts'
import { pool, rowsOf } from '#bench/servers/baseline-pool.ts'
import { CREATE_ORDER, orderOf } from '#bench/servers/order-statement.ts'

/** An order by one statement and one trip. */
export async function createOrder({ actor, key, body }: Requested): Promise<Reply> {
  const { values, answer: response } = orderOf(actor, key, body)
  const [row] = await rowsOf(pool, 'order', CREATE_ORDER, values)
  return row?.claimed === 1 ? { status: 201, body: response } : { status: 409, body: '{}' }
}
