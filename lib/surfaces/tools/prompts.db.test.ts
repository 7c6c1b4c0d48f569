import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { flushRequestLog } from '#lib/surfaces/request-log.ts'
import { handleTools } from '#lib/surfaces/tools/server.ts'
import { openAuthorization, RESOURCE } from '#lib/testing/authorization.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { callsIn } from '#lib/testing/prompt-calls.ts'
import { openRest } from '#lib/testing/rest.ts'
import { type Body, shopOf } from '#lib/testing/shop.ts'
import { DAY } from '#lib/values/time.ts'

let instance: Instance
let client: Client
beforeAll(async () => {
  instance = await openInstance()
})
afterAll(async () => {
  await client.close()
  await flushRequestLog(instance.runtime.query)
  await instance.close()
})

/** A client that reads, once the records are there: the tool server counts real time. */
async function connected(): Promise<Client> {
  const { token } = await (await openAuthorization(instance)).tokenOf('read_only')
  const reading = new Client({ name: 'test', version: '1' })
  await reading.connect(
    new StreamableHTTPClientTransport(new URL(RESOURCE), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
      fetch: (input, init) => handleTools(new Request(input, init)),
    }),
  )
  return reading
}

async function call(name: string, args: object): Promise<Body> {
  const { structuredContent, isError, content } = await client.callTool({ name, arguments: { ...args } })
  if (isError) throw new Error(JSON.stringify(content))
  return structuredContent
}

const sum = (items: Body[], name: string) => items.reduce((total, item) => total + (item[name] ?? 0), 0)

it('reconcile_day leads to lists whose sums are the totals of the period, with the differences that it names', async () => {
  const shop = shopOf(await openRest(instance), instance)
  const now = Math.floor(Date.now() / 1000)
  await instance.pass(now - 8 * DAY - instance.now())
  const earlier = await shop.captured(90_000)
  await instance.pass(2 * DAY)
  const returned = await shop.authorized(31_000)
  await instance.pass(5 * DAY)
  for (const amount of [25_000, 47_013]) {
    const paid = await shop.captured(amount)
    await shop.refund(paid, { amount: 5_000 })
  }
  await shop.refund(earlier, { amount: 7_000 })
  await shop.authorized(12_000)
  await instance.pass(DAY)
  expect(await shop.fetch(returned.id)).toMatchObject({ status: 'refunded', captured: false })

  client = await connected()
  const { messages } = await client.getPrompt({ name: 'reconcile_day', arguments: { date: 'last 7 days' } })
  const { content } = messages[0] ?? {}
  const calls = callsIn((content as { text: string }).text)
  const step = (name: string) => calls.find((one) => one.name === name)?.args ?? {}
  const totals = await call('fetch_day_totals', step('fetch_day_totals'))
  const payments = (await call('fetch_all_payments', step('fetch_all_payments'))).items
  const refunds = (await call('fetch_all_refunds', step('fetch_all_refunds'))).items
  expect(totals.captured).toBe(72_013)
  expect(sum(payments, 'amount')).toBe(totals.captured)
  expect(sum(payments, 'tax')).toBe(totals.tax)
  expect(sum(payments, 'fee')).toBe(totals.fees + totals.tax)
  expect(totals.net).toBe(
    totals.captured - totals.fees - totals.tax - totals.refunded + totals.refunds_failed,
  )
  expect(totals.refunded).toBe(17_000)
  const ofCaptures = []
  for (const refund of refunds) {
    const { captured_at } = await call('fetch_payment', { id: refund.payment_id })
    if (captured_at !== undefined) ofCaptures.push(refund)
  }
  expect(refunds.length).toBe(ofCaptures.length + 1)
  expect(sum(ofCaptures, 'amount')).toBe(totals.refunded)
})
