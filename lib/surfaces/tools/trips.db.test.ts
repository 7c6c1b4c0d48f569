import { afterAll, beforeAll, expect, it } from 'vitest'
import { createOrder } from '#lib/domain/orders/create.ts'
import { flushRequestLog } from '#lib/surfaces/request-log.ts'
import { handleTools } from '#lib/surfaces/tools/server.ts'
import { type Authorization, openAuthorization, RESOURCE } from '#lib/testing/authorization.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
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
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: args },
  })
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
  // The response is a stream, so it is read to its end.
  const { value, trips } = await tripsOf(async () => {
    const response = await handleTools(new Request(RESOURCE, { method: 'POST', headers, body }))
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
