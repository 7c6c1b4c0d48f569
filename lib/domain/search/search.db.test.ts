import '#lib/surfaces/reference.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { BASE_URL_MARK } from '#lib/api-docs/doc-pages.ts'
import { TOOL_GUIDES } from '#lib/api-docs/tool-guides.ts'
import { createBillFromItems } from '#lib/domain/bills/create.ts'
import { createCustomer } from '#lib/domain/customers/create.ts'
import { fetchDocumentText, search } from '#lib/domain/search/search.ts'
import { recordLink } from '#lib/surfaces/tools/records.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { openRest } from '#lib/testing/rest.ts'
import { cardOf, shopOf } from '#lib/testing/shop.ts'

let instance: Instance
let shop: ReturnType<typeof shopOf>
beforeAll(async () => {
  instance = await openInstance()
  shop = shopOf(await openRest(instance), instance)
})
afterAll(() => instance.close())

const find = async (query: string) => (await instance.run(search, { query })).results.map(({ id }) => id)

it('finds records by email, phone, ID, receipt, reference and name, whatever their case and the sentence around them', async () => {
  const order = await shop.order(12_300, { receipt: 'INV-2026-77', payment_capture: true })
  const paid = await shop.pay(order, cardOf('4111111111111111'), {
    email: 'Meera.Nair@example.com',
    contact: '+919812345678',
  })
  const customer = await instance.run(createCustomer, {
    name: 'Meera Nair',
    email: 'meera.nair@example.com',
    contact: '+919812345678',
  })
  const refund = (await shop.refund(paid, { amount: 500 })).body
  const rrn = (await shop.fetch(paid.id)).acquirer_data.rrn
  for (const [query, id] of [
    ['meera.nair@example.com', customer.id],
    ['meera.nair@example.com', paid.id],
    ['Which payments did MEERA.NAIR@example.com make?', customer.id],
    ['98123 45678', customer.id],
    ['+919812345678', paid.id],
    [paid.id, paid.id],
    [`the order ${order.id}.`, order.id],
    [refund.id, refund.id],
    ['inv-2026-77', order.id],
    ['Meera', customer.id],
    [String(rrn ?? paid.id), paid.id],
    ['how do I move money and what is an idempotency key', 'guide:money'],
    ['how do refunds work', 'guide:refunds'],
  ] as const)
    expect(await find(query), query).toContain(id)
  for (const query of ['unknown@example.com', 'pay_NfLw3gQ81xRt0a', 'umbrella giraffe', '%', '_', 'how to'])
    expect(await find(query), query).toEqual([])
  // Records come before guides.
  const both = await find(`refund of ${paid.id}`)
  expect(both[0]).toBe(paid.id)
  expect(both.slice(1)).toContain('guide:refunds')
})

it('returns a document for each result, as research connectors read it', async () => {
  const paid = await shop.captured(45_600)
  const [result] = (await instance.run(search, { query: paid.id })).results
  expect(result).toMatchObject({
    title: expect.stringMatching(/^Payment of 456\.00 INR, captured/),
    url: `${instance.runtime.baseUrl}/payments/${paid.id}`,
  })
  const document = await instance.run(fetchDocumentText, { id: paid.id })
  expect(document).toMatchObject({
    id: paid.id,
    title: result?.title,
    url: result?.url,
    metadata: { kind: 'payment' },
  })
  expect(JSON.parse(document.text)).toMatchObject({ id: paid.id, amount: 45_600 })
  // What says nothing costs a model tokens.
  expect(document.text).not.toMatch(/:null|:\[\]|:\{\}/)
  for (const { name, title, text } of TOOL_GUIDES) {
    const url = `${instance.runtime.baseUrl}/docs/guides/apps/${name}`
    const guide = await instance.run(fetchDocumentText, { id: `guide:${name}` })
    expect(guide).toMatchObject({ title, text, url })
    const { results } = await instance.run(search, { query: title })
    expect(results).toContainEqual({ id: guide.id, title, url })
  }
  for (const [id, reason] of [
    ['pay_NfLw3gQ81xRt0a', 'record_not_found'],
    ['guide:nothing', 'record_not_found'],
    ['nothing', 'input_validation_failed'],
  ] as const)
    await expect(instance.run(fetchDocumentText, { id }), id).rejects.toMatchObject({ reason })
})

it('opens the URIs that results link to, and the pages of the documentation', async () => {
  const paid = await shop.captured(45_700)
  const refund = (await shop.refund(paid, { amount: 500 })).body
  const bill = await instance.run(createBillFromItems, { items: [{ name: 'Bag', unit_amount: 333 }] })
  for (const [kind, id] of [
    ['payment', paid.id],
    ['order', paid.order_id],
    ['refund', refund.id],
    ['bill', bill.id],
  ] as const) {
    const opened = await instance.run(fetchDocumentText, { id: recordLink(kind, id).uri })
    expect(opened).toEqual(await instance.run(fetchDocumentText, { id }))
  }
  const guide = await instance.run(fetchDocumentText, { id: 'counterfoil://guide/refunds' })
  expect(guide).toEqual(await instance.run(fetchDocumentText, { id: 'guide:refunds' }))
  const [first] = (await instance.run(search, { query: 'test cards' })).results
  const url = `${instance.runtime.baseUrl}/docs/guides/test-data`
  expect(first).toEqual({ id: 'docs:guides/test-data', title: 'Test data', url })
  const client = await instance.run(fetchDocumentText, { id: 'docs:guides/ai-client' })
  expect(client.text).toContain(`${instance.runtime.baseUrl}/mcp`)
  expect(client.text).not.toContain(BASE_URL_MARK)
  expect((await instance.run(fetchDocumentText, { id: 'docs:reference/orders' })).text).toContain(
    'POST /v1/orders',
  )
})

it('shows nothing that the caller may not read', async () => {
  const customer = await instance.run(createCustomer, { name: 'Hidden Person', email: 'hidden@example.com' })
  const actor = { ...instance.actor, permissions: new Set(['payments:read' as const]) }
  const { results } = await instance.run(
    search,
    { query: `hidden@example.com ${customer.id}` },
    undefined,
    actor,
  )
  expect(results).toEqual([])
  await expect(instance.run(fetchDocumentText, { id: customer.id }, undefined, actor)).rejects.toMatchObject({
    reason: 'permission_denied',
  })
  const live = {
    ...instance.actor,
    account: { ...instance.actor.account, id: instance.merchant.accounts.live },
  }
  expect((await instance.run(search, { query: customer.id }, undefined, live)).results).toEqual([])
})
