import { afterAll, beforeAll, expect, it } from 'vitest'
import { createOrder } from '#lib/domain/orders/create.ts'
import { flushRequestLog } from '#lib/surfaces/request-log.ts'
import { type Authorization, openAuthorization } from '#lib/testing/authorization.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { sendToolMessage } from '#lib/testing/tool-message.ts'
import { tripsOf } from '#lib/testing/trips.ts'

let instance: Instance
let server: Authorization
beforeAll(async () => {
  instance = await openInstance()
  server = await openAuthorization(instance)
})
afterAll(async () => {
  await flushRequestLog(instance.runtime.query)
  await instance.close()
})

/** Calls a tool and counts its trips; the log of the calls before is written first. */
async function tripsOfCall(token: string, name: string, args: object): Promise<[number, number]> {
  await flushRequestLog(instance.runtime.query)
  // The response is a stream, so it is read to its end.
  const { value, trips } = await tripsOf(async () => {
    const response = await sendToolMessage(token, 'tools/call', { name, arguments: args })
    return { status: response.status, text: await response.text() }
  })
  expect(value.text).toMatch(/\border_/)
  return [value.status, trips]
}

it('a tool call takes one trip more than its operation: the check of its token', async () => {
  const { token } = await server.tokenOf('read_only orders:write')
  const order = await instance.run(createOrder, { amount: 100, currency: 'INR' })
  // The first call in a minute notes that the grant is used.
  await tripsOfCall(token, 'fetch_order', { id: order.id })
  expect(await tripsOfCall(token, 'fetch_order', { id: order.id })).toEqual([200, 2])
  const made = { amount: 100, currency: 'INR', idempotency_key: 'once' }
  expect(await tripsOfCall(token, 'create_order', made)).toEqual([200, 2])
})
