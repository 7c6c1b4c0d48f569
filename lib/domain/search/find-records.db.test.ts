import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCustomer } from '#lib/domain/customers/create.ts'
import { findRecords } from '#lib/domain/search/find-records.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { openRest } from '#lib/testing/rest.ts'
import { cardOf, shopOf } from '#lib/testing/shop.ts'
import { type Permission, ROLE_PERMISSIONS, ROLES } from '#lib/values/permissions.ts'

let instance: Instance
let shop: ReturnType<typeof shopOf>
beforeAll(async () => {
  instance = await openInstance()
  shop = shopOf(await openRest(instance), instance)
})
afterAll(() => instance.close())

const find = (q: string, actor?: Actor) => instance.run(findRecords, { q }, undefined, actor)
const ids = async (q: string, actor?: Actor) =>
  (await find(q, actor)).groups.flatMap(({ items }) => items.map(({ id }) => id))

describe('the search of the dashboard', () => {
  it('finds records by all that people know of them', async () => {
    const customer = await instance.run(createCustomer, {
      name: 'Meera Nair',
      email: 'meera.nair@example.com',
      contact: '+919812345678',
    })
    const order = await shop.order(12_345, { receipt: 'INV-2026-77', payment_capture: true })
    const paid = await shop.pay(order, cardOf('4111111111111111'), {
      email: 'Meera.Nair@example.com',
      contact: '+919812345678',
      customer_id: customer.id,
    })
    const refund = (await shop.refund(paid, { amount: 678 })).body
    // Of a payer without a customer record.
    const guest = await shop.pay(
      await shop.order(9_900, { payment_capture: true }),
      cardOf('4111111111111111'),
      {
        email: 'guest@example.com',
        contact: '+919943218210',
      },
    )
    const { rrn } = (await shop.fetch(paid.id)).acquirer_data
    for (const [q, id] of [
      [paid.id, paid.id],
      [paid.id.slice(0, 12), paid.id],
      [` ${order.id} `, order.id],
      ['meera.nair@example.com', paid.id],
      ['MEERA.NAIR@', customer.id],
      ['meera', customer.id],
      ['meera', paid.id],
      ['98123 45678', paid.id],
      ['+919812345678', customer.id],
      ['5678', customer.id],
      ['5678', paid.id],
      ['345678', customer.id],
      ['345678', paid.id],
      ['3218210', guest.id],
      ['8210', guest.id],
      ['210', guest.id],
      ['678', customer.id],
      ['111', paid.id],
      ['9943218210', guest.id],
      ['1111', paid.id],
      ['123.45', paid.id],
      ['₹123.45', order.id],
      ['6.78', refund.id],
      ['inv-2026-77', order.id],
      ['INV-2026-77', paid.id],
      [rrn ?? paid.id, paid.id],
    ] as const)
      expect(await ids(q), q).toContain(id)
    for (const q of [
      'unknown@example.com',
      'pay_NfLw3gQ81xRt0a',
      'umbrella',
      '%',
      '__',
      '_%',
      '9',
      '',
      "'--",
    ])
      expect(await ids(q), q).toEqual([])
  })

  it('says what can be done with a record that is found by its ID', async () => {
    const authorized = await shop.authorized(5_000)
    const paid = await shop.captured(6_000)
    const next = async (id: string, actor?: Actor) => (await find(id, actor)).groups[0]?.items[0]?.next
    expect(await next(authorized.id)).toBe('capture')
    expect(await next(paid.id)).toBe('refund')
    expect(await next('60.00')).toBeNull()
    for (const role of ROLES) {
      const actor = { ...instance.actor, permissions: new Set<Permission>(ROLE_PERMISSIONS[role]) }
      const { permissions } = actor
      expect(await next(paid.id, actor), role).toBe(permissions.has('refunds:write') ? 'refund' : null)
      expect(await next(authorized.id, actor), role).toBe(
        permissions.has('payments:capture') ? 'capture' : null,
      )
    }
    await shop.refund(paid)
    expect(await next(paid.id)).toBeNull()
  })

  it('shows six of a kind, newest first, and the list that has more', async () => {
    const made = []
    for (let at = 0; at < 7; at += 1) made.push((await shop.authorized(77_700)).id)
    const { groups } = await find('777')
    const payments = groups.find(({ kind }) => kind === 'payment')
    expect(payments?.items.map(({ id }) => id)).toHaveLength(6)
    expect(made).toEqual(expect.arrayContaining(payments?.items.map(({ id }) => id) ?? []))
    expect(payments?.more).toBe('/payments?q=777')
    expect(payments?.items[0]).toMatchObject({ amount: 77_700, currency: 'INR', status: 'authorized' })
  })

  it('finds a settlement by its ID and its bank reference, for those who may see the balance', async () => {
    const id = 'setl_NfLw3gQ81xRt0a'
    await instance.runtime.query(
      `INSERT INTO settlements (account_id, id, amount, currency, status, fees, tax, utr, run, captured_until, movements, created_at)
       VALUES ($1, $2, 5000, 'INR', 'processed', 0, 0, 'HDFCN26112300017', '2026-11-23', $3, '{}', $3)`,
      [instance.merchant.accounts.test, id, instance.now()],
    )
    for (const q of [id, 'setl_NfLw', 'HDFCN26112300017', 'hdfcn26112300017'])
      expect(await ids(q), q).toEqual([id])
    expect((await find(id)).groups[0]?.items[0]).toMatchObject({ href: `/settlements/${id}`, amount: 5_000 })
    for (const role of ROLES) {
      const actor = { ...instance.actor, permissions: new Set<Permission>(ROLE_PERMISSIONS[role]) }
      expect(await ids(id, actor), role).toEqual(actor.permissions.has('balance:read') ? [id] : [])
    }
  })

  it('finds a request by the ID of the client, and nothing that the actor may not read', async () => {
    await instance.runtime.query(
      `INSERT INTO request_logs (account_id, id, source, method, path, status, duration_ms, actor_kind, actor_id, client_request_id, created_at)
       VALUES ($1, 'req_NfLw3gQ81xRt0a', 'api', 'GET', '/v1/orders', 200, 1, 'key', 'key_1', 'cart-55', $2)`,
      [instance.merchant.accounts.test, instance.now()],
    )
    expect(await ids('cart-55')).toEqual(['req_NfLw3gQ81xRt0a'])
    const paid = await shop.captured(4_400)
    const actor = { ...instance.actor, permissions: new Set<Permission>(['payments:read']) }
    expect(await ids('cart-55', actor)).toEqual([])
    expect((await find('44', actor)).groups.map(({ kind }) => kind)).toEqual(['payment'])
    const live = {
      ...instance.actor,
      account: { ...instance.actor.account, id: instance.merchant.accounts.live },
    }
    expect(await ids(paid.id, live)).toEqual([])
  })
})

describe('with many records', () => {
  beforeAll(async () => {
    const { pool } = instance.database
    await pool.query(
      `INSERT INTO payments (account_id, id, amount, amount_refunded, currency, status, method, captured, order_id, last4, email, contact, customer_id, acquirer_data, created_at)
       SELECT $1, 'pay_' || lpad(i::text, 14, '0'), 100 + i * 7919 % 900000, 0, 'INR', 'failed', 'card', false, 'order_' || lpad(i::text, 14, '0'),
              lpad((i % 5000)::text, 4, '0'), 'many' || i || '@example.com', '+91' || (9800000000 + i), 'cust_' || lpad((i % 4000)::text, 14, '0'),
              jsonb_build_object('rrn', (100000000000 + i)::text), $2::bigint + i
       FROM generate_series(1, 20000) AS i`,
      [instance.merchant.accounts.test, instance.now() - 20_000],
    )
    await pool.query(
      `INSERT INTO orders (account_id, id, amount, currency, status, payment_capture, receipt, created_at)
       SELECT account_id, order_id, amount, 'INR', 'attempted', true, 'R-' || amount, created_at FROM payments WHERE email LIKE 'many%'`,
    )
    await pool.query(
      `INSERT INTO customers (account_id, id, name, email, contact, identity, search_name, notes, created_at)
       SELECT $1, 'cust_' || lpad(i::text, 14, '0'), 'Many ' || i, 'many' || i || '@example.com', '+91' || (9800000000 + i),
              'many' || i || '@example.com +91' || (9800000000 + i), 'many ' || i, '{}', $2 FROM generate_series(1, 20000) AS i`,
      [instance.merchant.accounts.test, instance.now()],
    )
    await pool.query('ANALYZE payments, orders, customers')
  }, 600_000)

  it.each([
    ['many17@', ['payments_email', 'customers_email_prefix']],
    ['9800000017', ['payments_contact_end', 'customers_account_id_contact_idx']],
    ['0017', ['payments_last4', 'payments_contact_end', 'customers_contact_end']],
    ['5000', ['payments_account_id_amount_created_at_id_idx', 'orders_account_id_amount_created_at_id_idx']],
    ['r-8019', ['orders_receipt', 'payments_account_id_order_id_idx']],
    ['100000000017', ['payments_acquirer_data']],
    ['many 1717', ['customers_search_name']],
    ['cust_000000000000', ['customers_pkey']],
  ])('%s is found by indexes', async (q, indexes) => {
    const plans: string[] = []
    const query: typeof instance.runtime.query = async (sql, values) => {
      if (/^\s*SELECT/.test(sql)) {
        const { rows } = await instance.runtime.query(`EXPLAIN ${sql}`, values)
        plans.push(rows.map((row) => String(row['QUERY PLAN'])).join('\n'))
      }
      return instance.runtime.query(sql, values)
    }
    await execute({ ...instance.runtime, query }, findRecords, instance.actor, { q }, { requestId: 'req_1' })
    for (const index of indexes) expect(plans.join('\n\n')).toContain(index)
    expect(plans.join('\n')).not.toMatch(/Seq Scan on (payments|orders|customers)/)
  })
})
