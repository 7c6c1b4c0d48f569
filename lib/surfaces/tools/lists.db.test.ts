import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { flushRequestLog } from '#lib/surfaces/request-log.ts'
import { tools } from '#lib/surfaces/tools/catalogue.ts'
import { isList, itemFields } from '#lib/surfaces/tools/result.ts'
import { handleTools } from '#lib/surfaces/tools/server.ts'
import { openAuthorization, RESOURCE } from '#lib/testing/authorization.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { oneOfEach } from '#lib/testing/one-of-each.ts'
import { openRest } from '#lib/testing/rest.ts'

type Item = Record<string, unknown>
type Page = { count: number; has_more: boolean; next?: Record<string, unknown>; items: Item[] }

const folder = mkdtempSync(join(tmpdir(), 'lists-'))
let instance: Instance
let client: Client
/** The record whose lists are read, by the name of the tool. */
const ids: Record<string, string | undefined> = {}

beforeAll(async () => {
  instance = await openInstance({ settings: { DATA_DIR: folder } })
  const now = Math.floor(Date.now() / 1000)
  // The tool server counts real time.
  await instance.pass(now - 60 - instance.now())
  const rest = await openRest(instance)
  const made = await oneOfEach(rest, instance)
  for (let more = 0; more < 2; more += 1) await oneOfEach(rest, instance)
  const post = async (path: string, body: object) => {
    const response = await rest.post(path, body)
    if (response.status >= 300) throw new Error(response.text)
  }
  for (let more = 0; more < 2; more += 1) {
    await post(`/v1/payments/${made.pay}/refund`, { amount: 100 })
    await post(`/v1/transfers/${made.trf}/reversals`, { amount: 100 })
    await post(`/v1/payments/${made.pay}/transfers`, {
      transfers: [{ customer: made.cust, amount: 100, currency: 'INR' }],
    })
    await post(`/v1/customers/${made.cust}/payouts`, {
      fund_account_id: made.fa,
      purpose: 'refund',
      amount: 100,
      currency: 'INR',
    })
  }
  const paid = (await rest.get(`/v1/payments/${made.pay}`)).body
  Object.assign(ids, {
    fetch_order_payments: paid.order_id,
    fetch_multiple_refunds_for_payment: made.pay,
    fetch_payment_transfers: made.pay,
    fetch_transfer_reversals: made.trf,
    fetch_wallet_statement: made.cust,
    fetch_customer_payouts: made.cust,
  })
  const server = await openAuthorization(instance)
  const { token } = await server.tokenOf('read_only')
  client = new Client({ name: 'test', version: '1' })
  await client.connect(
    new StreamableHTTPClientTransport(new URL(RESOURCE), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
      fetch: (input, init) => handleTools(new Request(input, init)),
    }),
  )
}, 600_000)
afterAll(async () => {
  await client.close()
  await flushRequestLog(instance.runtime.query)
  await instance.close()
  rmSync(folder, { recursive: true, force: true })
})

async function call(name: string, args: object) {
  const id = ids[name]
  const result = await client.callTool({ name, arguments: { ...(id ? { id } : {}), ...args } })
  const text = (result.content as { text: string }[]).at(-1)?.text ?? ''
  if (result.isError) throw new Error(text)
  return { text, page: result.structuredContent as unknown as Page }
}

const lists = [...tools().values()].filter(({ operation }) => isList(operation))

it('every tool that returns a collection is a list, and each list is read here', () => {
  expect(lists.length).toBeGreaterThan(15)
  const collections = [...tools().values()].filter(({ operation }) => itemFields(operation).length > 0)
  const others = collections.filter((tool) => !lists.includes(tool))
  // A write returns what it made.
  expect(others.map(({ listing }) => listing.name)).toEqual(['transfer_payment'])
  const needsId = lists.filter(({ listing }) => (listing.inputSchema.required as string[])?.includes('id'))
  expect(needsId.map(({ listing }) => listing.name).sort()).toEqual(Object.keys(ids).sort())
})

describe.each(lists.map((tool) => ({ name: tool.listing.name, ...tool })))('$name', ({ name, ...tool }) => {
  const { operation, listing } = tool

  it('takes fields, whose names are those of its items', () => {
    expect(listing.inputSchema.properties).toHaveProperty('fields')
    expect(itemFields(operation)).toEqual(expect.arrayContaining([...(operation.columns ?? [])]))
    // A property of the operation with that name would be shadowed.
    expect(Object.keys((operation.input as unknown as { shape?: object }).shape ?? {})).not.toContain(
      'fields',
    )
  })

  it('is read to its end by has_more and next, and says nothing of what has no value', async () => {
    const whole = (await call(name, { count: 100, fields: 'all' })).page
    expect(whole.has_more).toBe(false)
    expect(whole).not.toHaveProperty('next')
    // Of an order, one payment at most.
    if (name !== 'fetch_order_payments') expect(whole.items.length).toBeGreaterThan(1)
    const read: Item[] = []
    for (let next: Page['next'] = {}; next; ) {
      const { text, page } = await call(name, { count: 1, fields: ['all'], ...next })
      expect(text).not.toMatch(/:null|:\[\]|:\{\}/)
      expect(page.items).toHaveLength(1)
      expect(page.count).toBe(1)
      expect(page.has_more).toBe(page.next !== undefined)
      read.push(...page.items)
      next = page.next
    }
    expect(read).toEqual(whole.items)
  })

  it('has the chosen fields of each item, and names them all where one is unknown', async () => {
    const known = itemFields(operation)
    const { items } = (await call(name, { count: 100, fields: ['created_at', known.at(-1)] })).page
    for (const item of items)
      expect(['id', 'created_at', known.at(-1)]).toEqual(expect.arrayContaining(Object.keys(item)))
    if (known.includes('created_at')) expect(items[0]).toHaveProperty('created_at')
    await expect(call(name, { fields: 'colour' })).rejects.toThrow(new RegExp(known.slice(-3).join(', ')))
  })
})
