import { type APIRequestContext, expect } from '@playwright/test'
import { demo } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { fullBill, minBill } from '#lib/testing/bill.ts'

/** Bills against a real server, which handles requests concurrently. */
const headersOf = (mode: 'test' | 'live' = 'test') => {
  const { key_id, key_secret } = demo()[mode]
  return { authorization: `Basic ${Buffer.from(`${key_id}:${key_secret}`).toString('base64')}` }
}
const numberOf = (name: string) => `E2E/${name}/${Date.now()}/${process.pid}`
const post = (request: APIRequestContext, data: object, mode: 'test' | 'live' = 'test') =>
  request.post('/v1/bills', { headers: headersOf(mode), data })

test('a whole bill goes in and comes out, is edited, listed and deleted', async ({ request }) => {
  const body = { ...fullBill, receipt_number: numberOf('life') }
  const created = await post(request, body)
  expect(created.status()).toBe(201)
  const bill = (await created.json()) as { id: string; receipt_url: string }
  expect(bill).toMatchObject({ ...body, entity: 'bill', status: 'issued', version: 1 })
  expect(bill.receipt_url.startsWith(`${demo().base_url}/bill/`)).toBe(true)
  const address = `/v1/bills/${bill.id}`
  const edited = await request.patch(address, {
    headers: headersOf(),
    data: { order_number: 'ON-2', event: { name: 'B' } },
  })
  expect(await edited.json()).toMatchObject({
    version: 2,
    order_number: 'ON-2',
    event: { name: 'B' },
    tags: body.tags,
  })
  const listed = await request.get('/v1/bills', {
    headers: headersOf(),
    params: { receipt_number: body.receipt_number },
  })
  expect(await listed.json()).toMatchObject({
    entity: 'collection',
    count: 1,
    items: [{ id: bill.id, version: 2 }],
  })
  const deleted = await request.delete(address, { headers: headersOf() })
  expect([deleted.status(), await deleted.json()]).toMatchObject([
    200,
    { id: bill.id, entity: 'bill', status: 'deleted' },
  ])
  expect((await (await request.delete(address, { headers: headersOf() })).json()).status).toBe('deleted')
  const after = await request.patch(address, { headers: headersOf(), data: { order_number: 'ON-3' } })
  expect([after.status(), (await after.json()).error.reason]).toEqual([400, 'bill_deleted'])
})

test('one number makes one bill, however many ask for it at once', async ({ request }) => {
  const data = { ...minBill, receipt_number: numberOf('race') }
  const responses = await Promise.all(Array.from({ length: 20 }, () => post(request, data)))
  expect(responses.filter((response) => response.status() === 201)).toHaveLength(1)
  const won = (await responses.find((response) => response.status() === 201)?.json()) as { id: string }
  for (const response of responses.filter((each) => each.status() !== 201)) {
    expect(await response.json()).toMatchObject({
      error: { reason: 'bill_receipt_number_used', field: 'receipt_number', metadata: { bill_id: won.id } },
    })
  }
})

test('edits at once are all kept, in versions that follow each other', async ({ request }) => {
  const bill = (await (await post(request, { ...minBill, receipt_number: numberOf('edits') })).json()) as {
    id: string
  }
  const responses = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      request.patch(`/v1/bills/${bill.id}`, { headers: headersOf(), data: { tags: [`edit ${index}`] } }),
    ),
  )
  expect(responses.map((response) => response.status())).toEqual(Array(12).fill(200))
  const versions = await Promise.all(
    responses.map(async (response) => (await response.json()).version as number),
  )
  expect(versions.sort((left, right) => left - right)).toEqual(Array.from({ length: 12 }, (_, at) => at + 2))
})

test('the two modes share no bill and no number', async ({ request }) => {
  const data = { ...minBill, receipt_number: numberOf('modes') }
  const bill = (await (await post(request, data)).json()) as { id: string }
  expect((await post(request, data, 'live')).status()).toBe(201)
  const other = await request.get(`/v1/bills/${bill.id}`, { headers: headersOf('live') })
  expect(other.status()).toBe(404)
})

test('the largest bill that fits is taken, and its PDF is sent', async ({ request }) => {
  const line = { ...fullBill.line_items[0], sub_items: [], description: 'd'.repeat(700) }
  const data = { ...fullBill, receipt_number: numberOf('large'), line_items: Array(500).fill(line) }
  const created = await post(request, data)
  expect(created.status()).toBe(201)
  const bill = (await created.json()) as { receipt_url: string; line_items: unknown[] }
  expect(bill.line_items).toHaveLength(500)
  const pdf = await request.get(`${new URL(bill.receipt_url).pathname}/pdf`, { timeout: 120_000 })
  expect(pdf.status()).toBe(200)
  expect((await pdf.body()).subarray(0, 8).toString()).toBe('%PDF-1.7')
})
