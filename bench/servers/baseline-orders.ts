import type { Answer, Asked } from '#bench/servers/baseline-key.ts'
import { pool, rowsOf } from '#bench/servers/baseline-pool.ts'
import { CREATE_ORDER, orderOf } from '#bench/servers/order-statement.ts'

/** An order by one statement and one trip. */
export async function createOrder({ actor, key, body }: Asked): Promise<Answer> {
  const { values, answer } = orderOf(actor, key, body)
  const [row] = await rowsOf(pool, 'order', CREATE_ORDER, values)
  return row?.claimed === 1 ? { status: 201, body: answer } : { status: 409, body: '{}' }
}
