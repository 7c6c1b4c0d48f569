import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { SCOPE_NAMES } from '#lib/domain/connected-apps/schema/app-scopes.ts'
import { fetchSimilarCustomers } from '#lib/domain/customers/fetch.ts'
import { handleTools } from '#lib/surfaces/tools/server.ts'
import { RESOURCE } from '#lib/testing/authorization.ts'
import { cardOf } from '#lib/testing/shop.ts'
import { openToolShop, type ToolShop } from '#lib/testing/tool-shop.ts'

let shop: ToolShop['shop']
let client: Client
let close: () => Promise<void>
beforeAll(async () => {
  const opened = await openToolShop()
  ;({ shop } = opened)
  const { token } = await opened.server.tokenOf(SCOPE_NAMES.join(' '))
  client = new Client({ name: 'test', version: '1' })
  await client.connect(
    new StreamableHTTPClientTransport(new URL(RESOURCE), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
      fetch: (input, init) => handleTools(new Request(input, init)),
    }),
  )
  close = async () => {
    await client.close()
    await opened.close()
  }
})
afterAll(() => close())

/** The error of a call, as the model reads it. */
async function errorOf(name: string, args: Record<string, unknown>) {
  const { content, isError } = await client.callTool({ name, arguments: args })
  expect(isError, JSON.stringify(content)).toBe(true)
  return JSON.parse((content as { text: string }[])[0]?.text ?? '').error as Record<string, string>
}

describe('the error of a refund', () => {
  it('fits the status of the payment', async () => {
    const declined = await shop.attempt(await shop.order(), cardOf('4100280000060003'))
    const failed = await errorOf('refund_payment', { id: declined.error.metadata.payment_id })
    expect(failed.description).toMatch(/failed.* nothing to refund/)
    const authorized = await errorOf('refund_payment', { id: (await shop.authorized()).id })
    expect(authorized.description).toMatch(/Capture it before you refund it, or let the authorization expire/)
    const { id } = await shop.captured()
    // So that the fees leave enough of the balance.
    await shop.captured()
    await client.callTool({ name: 'refund_payment', arguments: { id } })
    const again = await errorOf('refund_payment', { id })
    expect(again.reason).toBe('payment_already_refunded')
    expect(again.next).toMatch(/fetch_all_refunds/)
    for (const { next } of [failed, again]) expect(next).not.toMatch(/Capture/)
  })
})

describe('the error of a call', () => {
  it('names every missing argument at once, also those that a rule asks for', async () => {
    expect(await errorOf('transfer_to_wallet', {})).toMatchObject({
      field: 'amount',
      description: 'amount, currency and customer_id are required.',
    })
    expect(await errorOf('transfer_to_wallet', { amount: 100, currency: 'INR' })).toMatchObject({
      field: 'customer_id',
      description: 'customer_id is required.',
    })
  })

  it('suggests arguments that the tool lists, and no others', async () => {
    const { description, next } = await errorOf('fetch_all_payments', { ends_before: 'today' })
    expect(description).not.toMatch(/ending_before/)
    expect(next).toMatch(/^Arguments of fetch_all_payments: .*authorized_until_to/)
    expect(next).not.toMatch(/\bskip\b|ending_before/)
    const authorized = await shop.authorized()
    const within = await client.callTool({
      name: 'fetch_all_payments',
      arguments: { expires_after: 'today', expires_before: Date.now() + 30 * 86_400_000 },
    })
    expect(JSON.stringify(within.structuredContent)).toContain(authorized.id)
    const before = await client.callTool({
      name: 'fetch_all_payments',
      arguments: { expires_before: 'today' },
    })
    expect(before.structuredContent).toMatchObject({ count: 0 })
  })

  it('lists the values of a choice, those with the word first', async () => {
    const refunds = await errorOf('fetch_all_events', { event: 'refund' })
    expect(refunds.description).toMatch(/Use one of refund\.created, refund\.processed, /)
    expect(refunds.description).not.toMatch(/payment\./)
    expect((await errorOf('fetch_all_events', { event: 'chargeback' })).description).toMatch(
      /Use one of payment\.authorized, .*bill\.deleted\./,
    )
  })

  it('says to search where a reference is sent for an ID', async () => {
    const { description } = await errorOf('refund_payment', { id: 'KS-20369' })
    expect(description).toMatch(/Invalid payment ID\. .*with the tool search\.$/)
    const { id } = await shop.order()
    expect((await errorOf('refund_payment', { id })).description).not.toMatch(/search/)
  })

  it('names the field of an email, and one value of fail_existing', async () => {
    const { description } = await errorOf('create_customer', { name: 'Asha Rao', email: 'asha' })
    expect(description).toBe('email is not a valid email address.')
    const asha = { name: 'Asha Rao', email: 'asha@example.com' }
    await client.callTool({ name: 'create_customer', arguments: asha })
    const repeated = await errorOf('create_customer', { ...asha, email: 'ASHA@example.com' })
    expect(repeated.reason).toBe('customer_already_exists')
    expect(`${repeated.description} ${repeated.next}`).not.toMatch(/as 0/)
    expect(repeated.description).toMatch(/fail_existing as false/)
  })
})

describe('a new customer', () => {
  const create = async (args: Record<string, unknown>) => {
    const { structuredContent, content, isError } = await client.callTool({
      name: 'create_customer',
      arguments: args,
    })
    expect(isError, JSON.stringify(content)).toBeFalsy()
    expect(JSON.parse((content as { text: string }[])[1]?.text ?? '')).toEqual(structuredContent)
    return structuredContent as { id: string; similar?: object[]; similar_note?: string }
  }

  it('is created beside those with the same email or contact, and the result names them', async () => {
    const first = await create({ name: 'Meera Iyer', email: 'meera@example.com', contact: '9876511111' })
    expect(first).not.toHaveProperty('similar')
    const second = await create({ name: 'Meera', email: 'MEERA@example.com' })
    const meera = { name: 'Meera Iyer', email: 'meera@example.com', contact: '+919876511111' }
    expect(second.similar).toMatchObject([{ id: first.id, ...meera }])
    expect(second.similar_note).toMatch(/same email or contact/)
    const third = await create({ contact: '98765 11111' })
    expect(third.similar).toMatchObject([{ id: first.id, ...meera }])
  })

  it('is the result also where those with the same email cannot be read', async () => {
    await create({ name: 'Asha Rao', email: 'asha.rao@example.com' })
    const reads = vi.spyOn(fetchSimilarCustomers, 'run').mockRejectedValueOnce(new Error('No connection.'))
    const made = await create({ name: 'Asha', email: 'asha.rao@example.com', contact: '9876544444' })
    expect(made.id).toMatch(/^cust_/)
    expect(made).not.toHaveProperty('similar')
    expect(reads).toHaveBeenCalledTimes(1)
    reads.mockRestore()
  })

  it('that exists is an error with what was given', async () => {
    for (const [given, text] of [
      [{ email: 'only@example.com' }, 'A customer with this email and no contact already exists'],
      [{ contact: '9876522222' }, 'A customer with this contact and no email already exists'],
      [
        { email: 'both@example.com', contact: '9876533333' },
        'A customer with this email and contact already exists',
      ],
    ] as const) {
      await create(given)
      expect((await errorOf('create_customer', given)).description).toMatch(text)
    }
  })
})

describe('a query of bare words', () => {
  const found = async (name: string, query: string) => {
    const { structuredContent, content, isError } = await client.callTool({ name, arguments: { query } })
    expect(isError, JSON.stringify(content)).toBeFalsy()
    return (structuredContent as { items: Record<string, unknown>[] }).items
  }

  it('finds by the status or method that it names, or as the search field does', async () => {
    const { id, email } = await shop.captured()
    const captured = await found('fetch_all_payments', 'captured')
    expect(captured.map((payment) => payment.id)).toContain(id)
    expect(new Set(captured.map(({ status }) => status))).toEqual(new Set(['captured']))
    const failed = await found('fetch_all_payments', 'failed payments')
    expect(new Set(failed.map(({ status }) => status))).toEqual(new Set(['failed']))
    expect((await found('fetch_all_payments', `captured ${email}`)).map((one) => one.id)).toContain(id)
    const { id: order } = await shop.order(10_000, { receipt: 'WALK-IN' })
    await shop.pay(await shop.fetch(order), undefined)
    expect(await found('fetch_all_payments', 'walk-in')).toMatchObject([{ order_id: order }])
    expect(await found('fetch_all_payments', 'R-unknown-1')).toEqual([])
    expect(new Set((await found('fetch_all_orders', 'paid')).map(({ status }) => status))).toEqual(
      new Set(['paid']),
    )
  })

  it.each([
    ['fetch_all_payments', 'expiring today'],
    ['fetch_all_payments', 'Cardamom'],
    ['fetch_all_bills', 'Cardamom'],
    ['fetch_all_orders', 'paid since Diwali'],
  ])('is an error of %s that says what to do where it is not understood: %s', async (name, query) => {
    const { field, description, next } = await errorOf(name, { query })
    expect(field).toBe('query')
    expect(description).toMatch(/Filters: .*status/)
    expect(next).toMatch(/name:value.* with search/)
  })

  it.each([
    ['fetch_all_payments', 'failed last 7 days', 'status:failed created:7d'],
    ['fetch_all_payments', 'amount>5000', 'amount:>5000'],
    ['fetch_all_payments', 'amount > 5,000', 'amount:>5000'],
    ['fetch_all_payments', 'created>2026-11-20', 'created:>=2026-11-21'],
    ['fetch_all_payments', 'over ₹5000', 'amount:>5000'],
    ['fetch_all_payments', 'upi payments over 5000 last week', 'created:last-week amount:>5000 method:upi'],
    [
      'fetch_all_payments',
      'failed between 2026-11-01 and 2026-11-25',
      'status:failed created:2026-11-01..2026-11-25',
    ],
    ['fetch_all_payments', '2026-11-20', 'created:2026-11-20'],
    ['fetch_all_bills', 'bills over 1000', 'amount:>1000'],
    ['fetch_all_bills', '₹1000', 'amount:1000'],
    ['fetch_all_customers', 'customers created since 1 Nov 2026', 'created:>=2026-11-01'],
    ['fetch_all_orders', 'orders over 5000', 'amount:>5000'],
    ['fetch_all_orders', 'paid today', 'status:paid created:today'],
  ])(
    'is an error of %s that suggests the filters where it was meant as such: %s',
    async (name, query, meant) => {
      const { field, description } = await errorOf(name, { query })
      expect([field, description]).toEqual(['query', expect.stringContaining(`Did you mean ${meant}?`)])
      await found(name, meant)
    },
  )

  it.each([
    ['fetch_all_payments', 'more than 3 refunds'],
    ['fetch_all_payments', 'INV 2026 001'],
    ['fetch_all_customers', 'vip delhi'],
  ])('is an error of %s without a suggestion where it can mean something else: %s', async (name, query) => {
    const { field, description } = await errorOf(name, { query })
    expect([field, description]).toEqual(['query', expect.stringMatching(/Filters: (?!.*Did you mean)/)])
  })

  it.each([
    ['fetch_all_payments', '98765 00000'],
    ['fetch_all_payments', '₹ 4,321'],
    ['fetch_all_payments', 'unknown@example.com'],
    ['fetch_all_payments', '2026'],
    ['fetch_all_bills', 'TI/2026-27/9'],
    ['fetch_all_customers', '+91 98765 00000'],
    ['fetch_all_customers', 'cust_00000000000000'],
  ])('is none of %s where one email, number or reference has no row: %s', async (name, query) => {
    expect(await found(name, query)).toEqual([])
  })

  it('finds a customer by the beginning of a name', async () => {
    await client.callTool({ name: 'create_customer', arguments: { name: 'Vikram Seth' } })
    expect(await found('fetch_all_customers', 'vikram s')).toMatchObject([{ name: 'Vikram Seth' }])
  })
})
