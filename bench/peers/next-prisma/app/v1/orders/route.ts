/** An order as most people would write it: a route of Next, and a transaction of Prisma with three inserts. */
import { createHash } from 'node:crypto'
import { authenticate } from '#bench/servers/baseline-key.ts'
import { orderOf } from '#bench/servers/order-statement.ts'
import { database } from '#lib/database/client.ts'
import { newId } from '#lib/values/id.ts'

export async function POST(request: Request): Promise<Response> {
  const actor = await authenticate(request.headers.get('authorization') ?? '')
  if (!actor) return new Response(null, { status: 401 })
  const key = request.headers.get('idempotency-key') ?? ''
  const body = await request.text()
  const { answer: response } = orderOf(actor, key, body)
  const { id, amount, currency, receipt, notes, created_at } = JSON.parse(response)
  const account_id = actor.accountId
  const request_hash = createHash('sha256').update(body).digest()
  await database().prisma.$transaction(async (tables) => {
    await tables.idempotency_keys.create({
      data: {
        account_id,
        key,
        operation: 'create_order',
        request_hash,
        status: 201,
        body: response,
        created_at,
      },
    })
    await tables.orders.create({
      data: {
        account_id,
        id,
        amount,
        currency,
        receipt,
        status: 'created',
        payment_capture: false,
        notes,
        created_at,
      },
    })
    await tables.audit_lines.create({
      data: {
        account_id,
        id: newId('audit', Date.now()),
        action: 'create_order',
        object_id: id,
        actor_kind: 'key',
        actor_id: actor.id,
        actor_name: actor.name,
        request_id: newId('request', Date.now()),
        created_at,
      },
    })
  })
  return new Response(response, { status: 201, headers: { 'content-type': 'application/json' } })
}
