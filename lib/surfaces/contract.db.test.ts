import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createKey } from '#lib/domain/api-keys/create.ts'
import { revokeKey } from '#lib/domain/api-keys/revoke.ts'
import { createMerchant } from '#lib/domain/merchants/create.ts'
import { operations } from '#lib/domain/operations.ts'
import { REASONS } from '#lib/errors.ts'
import { systemActor } from '#lib/jobs/system-actor.ts'
import type { Operation } from '#lib/operation.ts'
import { KEY_PERMISSIONS } from '#lib/permissions.ts'
import { type Desk, goodCard, openDesk, payer } from '#lib/testing/desk.ts'
import { BOUNDARY, form, SMALL } from '#lib/testing/files.ts'
import {
  type Answered,
  type Asked,
  basic,
  loadRoutes,
  openRest,
  type Rest,
  type Route,
} from '#lib/testing/rest.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const published = operations.filter((operation) => operation.http !== null)
/** What takes a file is proved in upload.db.test.ts. */
const writes = published.filter((operation) => operation.effect !== 'read' && operation.takes === 'members')
const reads = published.filter((operation) => operation.effect === 'read')

const folder = mkdtempSync(join(tmpdir(), 'contract-'))
let desk: Desk
let rest: Rest
beforeAll(async () => {
  desk = await openDesk({ settings: { DATA_DIR: folder } })
  rest = await openRest(desk)
})
afterAll(async () => {
  await desk.close()
  rmSync(folder, { recursive: true, force: true })
})

const methodOf = (operation: Operation) => operation.http?.split(' ')[0] ?? ''
const pathOf = (operation: Operation) => operation.http?.split(' ')[1] ?? ''
const named = (list: Operation[]) => list.map((operation) => [operation.name, operation] as const)

/** A well-formed id for each parameter of a path, from the folder that it stands in. */
const KINDS: Record<string, string> = {
  orders: 'order',
  payments: 'pay',
  refunds: 'rfnd',
  customers: 'cust',
  documents: 'doc',
  bills: 'bill',
  transfers: 'trf',
  fund_accounts: 'fa',
  payouts: 'pout',
  webhooks: 'whk',
  events: 'evt',
}
function addressOf(operation: Operation, ids: Partial<Record<string, string>> = {}): string {
  const segments = pathOf(operation).split('/')
  return segments
    .map((segment, index) => {
      if (!segment.startsWith(':')) return segment
      const kind = KINDS[segments[index - 1] ?? ''] ?? ''
      return ids[kind] ?? `${kind}_NfLw3gQ81xRt0a`
    })
    .join('/')
}

const parametersOf = (operation: Operation) =>
  pathOf(operation)
    .split('/')
    .filter((segment) => segment.startsWith(':'))

/** A body that each write takes, so that what is refused is what the test is about. */
function bodyOf(operation: Operation, ids: Partial<Record<string, string>> = {}): Record<string, unknown> {
  const order_id = ids.order ?? 'order_NfLw3gQ81xRt0a'
  const paid = { ...payer, amount: 10_000, order_id }
  const customer = ids.cust ?? 'cust_NfLw3gQ81xRt0a'
  const bodies: Record<string, Record<string, unknown>> = {
    create_order: { amount: 10_000, currency: 'INR' },
    create_payment: { ...paid, method: 'card', card: goodCard },
    create_upi_payment: { ...paid, vpa: 'success@upi' },
    capture_payment: { amount: 10_000 },
    create_refund: { payment_id: ids.pay ?? 'pay_NfLw3gQ81xRt0a' },
    refund_payment: {},
    create_customer: { name: 'Asha Rao', email: 'asha@example.com' },
    update_customer: { name: 'Asha Rao' },
    create_bill: bill,
    update_bill: { store_code: 'S1' },
    delete_bill: {},
    transfer_payment: { transfers: [{ customer, amount: 100, currency: 'INR' }] },
    create_transfer: { customer, amount: 100, currency: 'INR' },
    update_transfer: { on_hold: false },
    reverse_transfer: {},
    create_wallet_payment: {
      ...paid,
      method: 'wallet',
      wallet: 'openwallet',
      customer_id: customer,
    },
    create_fund_account: { customer_id: customer, account_type: 'bank_account', bank_account },
    update_fund_account: { active: true },
    create_payout: {
      fund_account_id: ids.fa ?? 'fa_NfLw3gQ81xRt0a',
      purpose: 'refund',
      amount: 100,
      currency: 'INR',
    },
    create_webhook: hook,
    update_webhook: { active: true },
    delete_webhook: {},
  }
  return bodies[operation.name] ?? { notes: { a: 'b' } }
}

const hook = { url: 'http://127.0.0.1:9/hook', events: ['*'] }

const bank_account = { name: 'Asha Rao', ifsc: 'HDFC0000001', account_number: '123456789012' }

/** The least that a bill is. */
const bill = {
  business_type: 'retail',
  business_category: 'other_services',
  receipt_timestamp: 1_781_505_000,
  receipt_number: 'R-1',
  receipt_type: 'sales_return_invoice',
  receipt_delivery: 'print',
  receipt_summary: { total_quantity: 1, currency: 'INR', net_payable_amount: 10_000 },
  line_items: [{ name: 'Tea', quantity: 1, total_amount: 10_000 }],
  payments: [{ method: 'cash', currency: 'INR', amount: 10_000 }],
}

const call = (operation: Operation, asked: Asked = {}, ids: Partial<Record<string, string>> = {}) =>
  rest.call(
    methodOf(operation),
    addressOf(operation, ids),
    operation.effect === 'read' || asked.body !== undefined || asked.form !== undefined
      ? asked
      : { json: bodyOf(operation, ids), ...asked },
  )

/** Exactly the members of the error table, a reason of the closed list, and the row that the reason has there. */
function expectError(answer: Answered, status: number, reason: string): void {
  expect(answer.body, `${status} ${reason}, not ${answer.status} ${answer.text}`).toEqual({
    error: expect.anything(),
  })
  const { error } = answer
  expect({ status: answer.status, reason: error.reason }).toEqual({ status, reason })
  const row = REASONS[error.reason as keyof typeof REASONS]
  expect(row).toBeDefined()
  const members = [
    'code',
    'description',
    ...('field' in error ? ['field'] : []),
    'source',
    'step',
    'reason',
    'metadata',
  ]
  expect(Object.keys(error)).toEqual(members)
  expect(error).toMatchObject({ code: row.code, source: row.source, step: row.step })
  expect(error.description).toMatch(/^[^\s].*[.)]$/s)
  expect(Object.values(error.metadata).every((value) => typeof value === 'string')).toBe(true)
  expect(error.description).not.toMatch(/prisma|postgres|SELECT|INSERT|node_modules|\.ts\b|at Object/i)
  expectHeaders(answer)
}

function expectHeaders(answer: Answered): void {
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(answer.headers.get('x-request-id')).toMatch(/^req_[0-9A-Za-z]{14}$/)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
}

describe('the table of errors', () => {
  it('knows three codes, and the sources and steps of the interface', () => {
    for (const [reason, row] of Object.entries(REASONS)) {
      expect(reason).toMatch(/^[a-z]+(_[a-z]+)*$/)
      expect(['BAD_REQUEST_ERROR', 'GATEWAY_ERROR', 'SERVER_ERROR']).toContain(row.code)
      expect(['business', 'customer', 'internal', 'gateway', 'issuer_bank', 'network', 'NA']).toContain(
        row.source,
      )
      expect([
        'payment_initiation',
        'payment_authentication',
        'payment_authorization',
        'payment_capture',
        'balance_check',
        'NA',
      ]).toContain(row.step)
      expect(row.description).toMatch(/\.$/)
      if (row.status >= 500) expect(row.code).not.toBe('BAD_REQUEST_ERROR')
      else expect(row.code).not.toBe('SERVER_ERROR')
    }
  })
})

describe('addresses and operations', () => {
  it('every operation has a name, a sentence and an address of its own', () => {
    expect(new Set(operations.map(({ name }) => name)).size).toBe(operations.length)
    expect(new Set(published.map(({ http }) => http)).size).toBe(published.length)
    for (const { name, title, summary } of operations) {
      expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/)
      expect(title).not.toBe('')
      expect(summary).toMatch(/\.$/)
    }
  })

  it('every published operation of the specification is there', () => {
    const specified = [
      'POST /v1/orders',
      'POST /v1/payments/:id/capture',
      'GET /v1/payments/:id',
      'GET /v1/payments',
      'GET /v1/orders/:id/payments',
      'GET /v1/payments/:id/card',
      'PATCH /v1/payments/:id',
      'POST /v1/payments/:id/refund',
      // Open points, sections 2 to 4.
      'GET /v1/orders',
      'GET /v1/orders/:id',
      'PATCH /v1/orders/:id',
      'GET /v1/payments/:id/refunds',
      'GET /v1/payments/:id/refunds/:refund_id',
      'GET /v1/payments/:id/transfers',
      'POST /v1/payments/create/json',
      'POST /v1/payments/create/upi',
      'POST /v1/refunds',
      'GET /v1/refunds',
      'GET /v1/refunds/:id',
      'PATCH /v1/refunds/:id',
      // Sections 5 to 8.
      'POST /v1/customers',
      'PUT /v1/customers/:id',
      'GET /v1/customers',
      'GET /v1/customers/:id',
      'POST /v1/documents',
      'GET /v1/documents',
      'GET /v1/documents/:id',
      'GET /v1/documents/:id/content',
      'POST /v1/bills',
      'GET /v1/bills',
      'GET /v1/bills/:bill_id',
      'PATCH /v1/bills/:bill_id',
      'DELETE /v1/bills/:bill_id',
      'POST /v1/payments/:id/transfers',
      'POST /v1/payments/create/openwallet',
      'POST /v1/transfers',
      'GET /v1/transfers',
      'GET /v1/transfers/:id',
      'PATCH /v1/transfers/:id',
      'POST /v1/transfers/:id/reversals',
      'POST /v1/fund_accounts',
      'GET /v1/fund_accounts',
      'PATCH /v1/fund_accounts/:id',
      'POST /v1/customers/:id/payouts',
      'GET /v1/customers/:id/payouts',
      'GET /v1/payouts',
      'GET /v1/payouts/:id',
      'GET /v1/customers/:id/balance',
      'GET /v1/customers/:id/statement',
      // Section 10.
      'POST /v1/webhooks',
      'GET /v1/webhooks',
      'GET /v1/webhooks/:id',
      'PUT /v1/webhooks/:id',
      'DELETE /v1/webhooks/:id',
      'GET /v1/events',
      'GET /v1/events/:id',
    ]
    expect(published.map(({ http }) => http)).toEqual(expect.arrayContaining(specified))
  })

  it.each(named(published))(
    '%s is answered by the route file of its address, and by no other',
    (_, operation) => {
      const there = rest.routes.filter(({ path }) => path === pathOf(operation))
      expect(there).toHaveLength(1)
      expect(there[0]?.module[methodOf(operation)]).toBeTypeOf('function')
    },
  )

  it('every route file takes the methods of its operations and no others, and says so', async () => {
    for (const route of (await loadRoutes()).filter(({ path }) => !path.includes('[[...'))) {
      const own = published.filter((operation) => pathOf(operation) === route.path)
      expect(own.length, `${route.path} has no operation`).toBeGreaterThan(0)
      for (const method of METHODS) {
        const operation = own.find((candidate) => methodOf(candidate) === method)
        const address = addressOf(operation ?? (own[0] as Operation))
        const answer = await rest.call(method, address, method === 'GET' ? {} : { json: {} })
        if (operation) expect(answer.status, `${method} ${address}`).not.toBe(405)
        else {
          expectError(answer, 405, 'method_not_allowed')
          expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(own.map(methodOf).sort())
        }
      }
    }
  })

  it.each(METHODS)('%s of an address that does not exist is 404', async (method) => {
    for (const path of [
      '/v1/nothing',
      '/v1/payments/pay_NfLw3gQ81xRt0a/nothing',
      '/v1/orders/x/y/z',
      '/v1/payments/create/nothing',
      '/v1/Orders',
    ]) {
      expectError(await rest.call(method, path, method === 'GET' ? {} : { json: {} }), 404, 'route_not_found')
    }
  })

  it('a file of another method is never exported', () => {
    for (const { file, module } of rest.routes as Route[])
      expect(Object.keys(module).sort(), file).toEqual([...METHODS, 'OPTIONS'].sort())
  })
})

describe('credentials', () => {
  const wrong: [string, () => Promise<Asked> | Asked][] = [
    ['none', () => ({ as: null })],
    ['a wrong secret', () => ({ as: { id: desk.key.id, secret: `${desk.key.secret.slice(0, -1)}!` } })],
    ['an empty secret', () => ({ as: { id: desk.key.id, secret: '' } })],
    ['an unknown key', () => ({ as: { id: 'key_test_00000000000000', secret: desk.key.secret } })],
    [
      'the secret of another key',
      async () => ({ as: { id: desk.key.id, secret: (await newKey({})).secret } }),
    ],
    ['a revoked key', async () => ({ as: await revoked() })],
    ['an expired key', async () => ({ as: await ended() })],
    [
      'another scheme',
      () => ({ as: null, headers: { authorization: `Digest ${basic(desk.key).slice(6)}` } }),
    ],
    [
      'no colon',
      () => ({
        as: null,
        headers: { authorization: `Basic ${Buffer.from(desk.key.id).toString('base64')}` },
      }),
    ],
    ['no base64', () => ({ as: null, headers: { authorization: 'Basic %%%' } })],
    ['a key id with a byte that no table can hold', () => ({ as: { id: 'key\u0000', secret: 'x' } })],
    ['a key id that is very long', () => ({ as: { id: 'k'.repeat(20_000), secret: 'x' } })],
  ]

  async function newKey(input: { scopes?: string[]; expires_at?: number }) {
    return await desk.run(createKey, { name: 'another', ...input }, undefined, desk.house)
  }

  async function ended() {
    const key = await newKey({ expires_at: desk.now() + 60 })
    await desk.runtime.query('UPDATE api_keys SET expires_at = $2 WHERE id = $1', [key.id, desk.now()])
    return key
  }

  async function revoked() {
    const key = await newKey({})
    expect((await rest.get('/v1/orders', { as: key })).status).toBe(200)
    await desk.run(revokeKey, { id: key.id }, undefined, desk.house)
    // What was read of a key is believed for a second.
    await desk.pass(2)
    return key
  }

  it.each(wrong)('%s: 401, the same for all', async (_, asked) => {
    const answer = await rest.get('/v1/orders', await asked())
    expectError(answer, 401, 'authentication_required')
    expect(answer.headers.get('www-authenticate')).toMatch(/^Basic realm="[^"]+"/)
    const other = await rest.get('/v1/orders', { as: null })
    expect(answer.text).toBe(other.text)
    expect(answer.headers.get('ratelimit')).toBeNull()
  })

  it.each(named(published))(
    '%s without credentials is 401, before anything is read',
    async (_, operation) => {
      const answers = [
        await call(operation, { as: null }),
        await rest.call(methodOf(operation), addressOf(operation).replace(/_[^/]*/g, '_?'), { as: null }),
      ]
      for (const answer of answers) {
        expectError(answer, 401, 'authentication_required')
        expect(answer.headers.get('www-authenticate')).toContain('Basic')
      }
    },
  )

  it('a stranger does not learn which addresses and methods there are', async () => {
    const answers = [
      await rest.get('/v1/orders', { as: null }),
      await rest.get('/v1/nothing', { as: null }),
      await rest.call('DELETE', '/v1/orders', { as: null }),
      await rest.post('/v1/orders', { nonsense: true }, { as: null }),
      await rest.get('/v1/payments/pay_NfLw3gQ81xRt0a?x=1', { as: null }),
    ]
    for (const answer of answers) expect(answer.text).toBe(answers[0]?.text)
  })

  it.each(['basic', 'BASIC', 'bAsIc'])('the name of the scheme may be written %s', async (scheme) => {
    const authorization = basic(desk.key).replace('Basic', scheme)
    expect((await rest.get('/v1/orders', { as: null, headers: { authorization } })).status).toBe(200)
  })

  it('a key holds until it is revoked, in its own account', async () => {
    const key = await newKey({ expires_at: desk.now() + 3600 })
    expect((await rest.get('/v1/orders', { as: key })).status).toBe(200)
    await desk.pass(3600)
    expectError(await rest.get('/v1/orders', { as: key }), 401, 'authentication_required')
  })

  it.each(named(published))('%s needs its own permission', async (_, operation) => {
    const key = await newKey({
      scopes: KEY_PERMISSIONS.filter((permission) => permission !== operation.permission),
    })
    const answer = await call(operation, { as: key })
    expectError(answer, 403, 'permission_denied')
    expect(answer.error.description).toContain(operation.permission)
    const able = await newKey({ scopes: [operation.permission] })
    expect((await call(operation, { as: able })).status).not.toBe(403)
  })
})

describe('what belongs to others', () => {
  let own: Record<string, string>
  let strange: Record<string, string>
  let live: Record<string, string>
  let strangeKey: { id: string; secret: string }
  let liveKey: { id: string; secret: string }

  beforeAll(async () => {
    own = await makeOne(desk.key)
    const merchant = await desk.database.prisma.$transaction((tables) =>
      createMerchant(tables, { name: 'Stranger Stores', country: 'IN' }, Date.UTC(2026, 5, 15), {
        authorization_window_seconds: 259_200,
        capabilities: ['wallet'],
      }),
    )
    const keyOf = async (account: string) =>
      desk.run(
        createKey,
        { name: 'theirs' },
        undefined,
        await systemActor(desk.runtime.query, account, 'test'),
      )
    strangeKey = await keyOf(merchant.accounts.test)
    strange = await makeOne(strangeKey)
    liveKey = await keyOf(desk.merchant.accounts.live)
    live = await copyTo(desk.merchant.accounts.live)
  })

  /** An order with a captured payment and a refund of it, a customer, a bill and a document. */
  async function makeOne(as: { id: string; secret: string }) {
    const order = (
      await rest.post('/v1/orders', { amount: 10_000, currency: 'INR', payment_capture: true }, { as })
    ).body
    const payment = (
      await rest.post(
        '/v1/payments/create/json',
        { ...payer, amount: 10_000, order_id: order.id, method: 'card', card: goodCard },
        { as },
      )
    ).body
    const refund = (await rest.post(`/v1/payments/${payment.id}/refund`, { amount: 100 }, { as })).body
    const customer = (
      await rest.post('/v1/customers', { name: 'Asha Rao', contact: '+919876543210' }, { as })
    ).body
    const issued = (await rest.post('/v1/bills', { ...bill, receipt_number: 'of-one' }, { as })).body
    const paper = await rest.call('POST', '/v1/documents', {
      as,
      body: form(SMALL.png) as BodyInit,
      headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    })
    const transfer = (
      await rest.post('/v1/transfers', { customer: customer.id, amount: 2000, currency: 'INR' }, { as })
    ).body
    const account = (
      await rest.post(
        '/v1/fund_accounts',
        { customer_id: customer.id, account_type: 'bank_account', bank_account },
        { as },
      )
    ).body
    const payout = (
      await rest.post(
        `/v1/customers/${customer.id}/payouts`,
        { fund_account_id: account.id, purpose: 'refund', amount: 100, currency: 'INR' },
        { as },
      )
    ).body
    const webhook = (await rest.post('/v1/webhooks', hook, { as })).body
    const [event] = (await rest.get('/v1/events', { as })).body.items
    return {
      whk: webhook.id,
      evt: event.id,
      trf: transfer.id,
      fa: account.id,
      pout: payout.id,
      order: order.id,
      pay: payment.id,
      rfnd: refund.id,
      cust: customer.id,
      bill: issued.id,
      doc: paper.body.id,
    }
  }

  /** Live mode makes no payments without an acquirer, so its rows are copies under other ids. */
  async function copyTo(account: string) {
    const copy = async (table: string, id: string, unlike: object = {}) => {
      const other = `${id.slice(0, -4)}zzzz`
      await desk.runtime.query(
        `INSERT INTO ${table} SELECT (jsonb_populate_record(row, $4::jsonb || jsonb_build_object('account_id', $1::text, 'id', $2::text))).* FROM ${table} row WHERE id = $3`,
        [account, other, id, JSON.stringify(unlike)],
      )
      return other
    }
    return {
      whk: await copy('webhook_endpoints', own.whk ?? ''),
      evt: await copy('events', own.evt ?? ''),
      order: await copy('orders', own.order ?? ''),
      pay: await copy('payments', own.pay ?? ''),
      rfnd: await copy('refunds', own.rfnd ?? ''),
      trf: await copy('transfers', own.trf ?? ''),
      fa: await copy('fund_accounts', own.fa ?? ''),
      pout: await copy('payouts', own.pout ?? ''),
      cust: await copy('customers', own.cust ?? ''),
      bill: await copy('bills', own.bill ?? '', { token: 'another' }),
      doc: await copy('documents', own.doc ?? ''),
    }
  }

  const withIds = published.filter((operation) =>
    /:|create_(upi_|wallet_)?(payment|refund|transfer|fund_account)$/.test(
      `${pathOf(operation)} ${operation.name}`,
    ),
  )

  it.each(named(withIds))(
    '%s answers for a stranger’s id, another mode’s and an unknown one alike',
    async (_, operation) => {
      const unknown = {
        whk: 'whk_NfLw3gQ81xRt0a',
        evt: 'evt_NfLw3gQ81xRt0a',
        order: 'order_NfLw3gQ81xRt0a',
        pay: 'pay_NfLw3gQ81xRt0a',
        rfnd: 'rfnd_NfLw3gQ81xRt0a',
        cust: 'cust_NfLw3gQ81xRt0a',
        bill: 'bill_NfLw3gQ81xRt0a',
        doc: 'doc_NfLw3gQ81xRt0a',
        trf: 'trf_NfLw3gQ81xRt0a',
        fa: 'fa_NfLw3gQ81xRt0a',
        pout: 'pout_NfLw3gQ81xRt0a',
      }
      const seen = []
      for (const ids of [unknown, strange, live]) {
        const answer = await call(operation, {}, ids)
        // What the body names is a value of it; what the path names is the address.
        expectError(answer, pathOf(operation).includes(':') ? 404 : 400, 'record_not_found')
        seen.push(withoutIds(answer, ids))
      }
      expect(seen[1]).toEqual(seen[0])
      expect(seen[2]).toEqual(seen[0])
      expect((await call(operation, {}, own)).status).not.toBe(404)
      // What is deleted is gone for those who come after.
      if (operation.name === 'delete_webhook') own.whk = (await rest.post('/v1/webhooks', hook)).body.id
    },
  )

  it.each(named(withIds))('%s does not mix ids of one account with ids of another', async (_, operation) => {
    if (!pathOf(operation).includes(':refund_id')) return
    expectError(await call(operation, {}, { ...own, rfnd: strange.rfnd }), 404, 'record_not_found')
    expectError(await call(operation, {}, { ...strange, rfnd: own.rfnd }), 404, 'record_not_found')
  })

  it('lists hold what is one’s own and nothing else', async () => {
    for (const [as, ids] of [
      [desk.key, own],
      [strangeKey, strange],
      [liveKey, live],
    ] as const) {
      for (const [path, id] of [
        ['/v1/orders', ids.order],
        ['/v1/payments', ids.pay],
        ['/v1/refunds', ids.rfnd],
        ['/v1/customers', ids.cust],
        ['/v1/bills', ids.bill],
        ['/v1/transfers', ids.trf],
        ['/v1/fund_accounts', ids.fa],
        ['/v1/payouts', ids.pout],
        ['/v1/documents', ids.doc],
        ['/v1/webhooks', ids.whk],
      ] as const) {
        const { body } = await rest.get(`${path}?count=100`, { as })
        const listed = body.items.map((item: { id: string }) => item.id)
        expect(listed).toContain(id)
        for (const others of [own, strange, live]) {
          if (others === ids) continue
          for (const other of Object.values(others)) expect(listed).not.toContain(other)
        }
      }
    }
  })

  it('cursors and filters find nothing of others either', async () => {
    for (const ids of [strange, live]) {
      for (const [path, id] of [
        ['/v1/orders', ids.order],
        ['/v1/payments', ids.pay],
        ['/v1/refunds', ids.rfnd],
        ['/v1/customers', ids.cust],
        ['/v1/bills', ids.bill],
        ['/v1/transfers', ids.trf],
        ['/v1/fund_accounts', ids.fa],
        ['/v1/payouts', ids.pout],
        ['/v1/webhooks', ids.whk],
        ['/v1/events', ids.evt],
      ]) {
        for (const side of ['starting_after', 'ending_before'])
          expectError(await rest.get(`${path}?${side}=${id}`), 404, 'record_not_found')
      }
      expect((await rest.get(`/v1/payments?order_id=${ids.order}`)).body).toEqual({
        entity: 'collection',
        count: 0,
        items: [],
      })
      expect((await rest.get(`/v1/refunds?payment_id=${ids.pay}`)).body).toEqual({
        entity: 'collection',
        count: 0,
        items: [],
      })
    }
  })

  function withoutIds(answer: Answered, ids: Record<string, string>) {
    let text = answer.text
    for (const [kind, id] of Object.entries(ids)) text = text.replaceAll(id, `${kind}_*`)
    const headers = Object.fromEntries(
      [...answer.headers].filter(([name]) => !['x-request-id', 'ratelimit'].includes(name)),
    )
    return { status: answer.status, text, headers }
  }
})

describe('ids in the path', () => {
  const withIds = published.filter((operation) => pathOf(operation).includes(':'))
  const malformed = [
    'x',
    'pay_',
    'pay_short',
    'pay_NfLw3gQ81xRt0aa',
    'cust_NfLw3gQ81xRt0a',
    'pay_NfLw3gQ81xRt%00a',
    '%F0%9F%92%B0',
    "pay_NfLw3gQ81xRt0'",
    'null',
    '1',
  ]

  it.each(named(withIds))('%s refuses malformed ones and names the parameter', async (_, operation) => {
    for (const id of malformed) {
      for (const parameter of parametersOf(operation)) {
        const kind = KINDS[pathOf(operation).split(`/${parameter}`)[0]?.split('/').at(-1) ?? ''] ?? ''
        if (new RegExp(`^${kind}_\\w{14}$`).test(id)) continue
        const address = addressOf(operation, { [kind]: id })
        const answer = await rest.call(
          methodOf(operation),
          address,
          operation.effect === 'read' ? {} : { json: bodyOf(operation) },
        )
        expectError(answer, 400, 'input_validation_failed')
        expect(answer.error.field).toBe(parameter.slice(1))
      }
    }
  })

  it.each(named(withIds))('%s takes them from the path only', async (_, operation) => {
    const address = addressOf(operation)
    const name = parametersOf(operation)[0]?.slice(1) ?? ''
    const answer =
      operation.effect === 'read'
        ? await rest.get(`${address}?${name}=pay_NfLw3gQ81xRt0a`)
        : await call(operation, { json: { ...bodyOf(operation), [name]: 'pay_NfLw3gQ81xRt0a' } })
    expectError(answer, 400, 'input_validation_failed')
    expect(answer.error.field).toBe(name)
  })
})

describe('members that nobody knows', () => {
  it.each(named(reads))('%s names them in the query', async (_, operation) => {
    for (const name of ['surplus', 'Count', 'constructor', 'toString', 'hasOwnProperty', 'expand_']) {
      const answer = await rest.get(`${addressOf(operation)}?${name}=1`)
      expectError(answer, 400, 'input_validation_failed')
      expect(answer.error.field).toBe(name)
      expect(answer.error.description).toContain(name)
    }
  })

  it.each(named(writes))('%s names them in the body, and refuses a query', async (_, operation) => {
    for (const name of ['surplus', 'Amount', 'constructor', 'toString']) {
      const answer = await call(operation, { json: { ...bodyOf(operation), [name]: 1 } })
      expectError(answer, 400, 'input_validation_failed')
      expect(answer.error.field).toBe(name)
    }
    const answer = await rest.call(methodOf(operation), `${addressOf(operation)}?surplus=1`, {
      json: bodyOf(operation),
    })
    expectError(answer, 400, 'input_validation_failed')
    expect(answer.error.field).toBe('surplus')
  })
})

describe('bodies that cannot be', () => {
  const bytes = (...values: number[]) => new Uint8Array(values)
  const deep = (text: string, depth: number) => `${text.repeat(depth)}`
  const bodies: [string, BodyInit, number, string][] = [
    ['half a JSON', '{"amount":', 400, 'malformed_body'],
    ['a list', '[1,2]', 400, 'malformed_body'],
    ['a text', '"amount"', 400, 'malformed_body'],
    ['null', 'null', 400, 'malformed_body'],
    ['bytes that are no UTF-8', bytes(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d), 400, 'malformed_body'],
    ['a member twice', '{"amount":100,"amount":200}', 400, 'malformed_body'],
    ['__proto__', '{"__proto__":{"amount":100}}', 400, 'malformed_body'],
    ['__proto__ in the notes', '{"notes":{"__proto__":"x"}}', 400, 'malformed_body'],
    [
      '10,000 members',
      JSON.stringify(Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`m${index}`, index]))),
      400,
      'input_validation_failed',
    ],
    [
      '10,000 notes',
      JSON.stringify({
        notes: Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`m${index}`, 'x'])),
      }),
      400,
      'input_validation_failed',
    ],
    [
      'a body nested 100,000 deep',
      `{"notes":${deep('[', 100_000)}${deep(']', 100_000)}}`,
      400,
      'malformed_body',
    ],
    [
      'unknown nesting 100,000 deep',
      `{"surplus":${deep('{"a":', 100_000)}1${deep('}', 100_000)}}`,
      400,
      'malformed_body',
    ],
    ['a body of more than a megabyte', `{"notes":{"a":"${'x'.repeat(1_000_000)}"}}`, 413, 'body_too_large'],
  ]

  it.each(bodies)('%s is refused everywhere', async (_, body, status, reason) => {
    for (const operation of writes) expectError(await call(operation, { body }), status, reason)
  })

  it('are refused by their announced length', async () => {
    for (const operation of writes)
      expectError(await call(operation, { headers: { 'content-length': '1000001' } }), 413, 'body_too_large')
  })

  it.each([
    'text/plain',
    'text/html',
    'application/xml',
    'multipart/form-data; boundary=x',
    'application/json-patch+json',
    'nonsense',
  ])('of type %s are 415', async (type) => {
    for (const operation of writes)
      expectError(await call(operation, { headers: { 'content-type': type } }), 415, 'unsupported_media_type')
  })

  it('as forms are read or refused likewise', async () => {
    for (const operation of writes) {
      expectError(await call(operation, { form: 'a=1&a=2' }), 400, 'malformed_body')
      expectError(await call(operation, { form: '__proto__[x]=1' }), 400, 'malformed_body')
      expectError(
        await call(operation, { form: Array.from({ length: 1001 }, (_, index) => `m${index}=1`).join('&') }),
        400,
        'malformed_body',
      )
      expectError(await call(operation, { form: 'surplus=1' }), 400, 'input_validation_failed')
    }
  })
})

describe('text that no table can hold', () => {
  const texts = ['a\u0000b', '\u0000', 'half \ud800', '\udc00 half', 'x\udfffy\ud801']

  it.each(named(writes))('%s refuses it wherever it stands', async (_, operation) => {
    for (const text of texts) {
      for (const notes of [{ key: text }, { [text]: 'value' }]) {
        const json = { ...bodyOf(operation), notes }
        const answer = await call(operation, { json })
        expect(answer.status, answer.text).toBe(400)
        expect(answer.error.field).toMatch(operation.name === 'capture_payment' ? /^notes/ : /^notes/)
      }
    }
  })

  it('orders, refunds and payments refuse it in every text', async () => {
    for (const text of texts) {
      const answers = [
        await rest.post('/v1/orders', { amount: 100, currency: 'INR', receipt: text }),
        await rest.post('/v1/orders', {
          amount: 100,
          currency: 'INR',
          callback_url: `https://example.com/${text}`,
        }),
        await rest.post('/v1/payments/create/json', {
          ...payer,
          amount: 100,
          order_id: 'order_NfLw3gQ81xRt0a',
          method: 'card',
          card: { ...goodCard, name: text },
        }),
        await rest.post('/v1/payments/create/json', {
          ...payer,
          amount: 100,
          order_id: 'order_NfLw3gQ81xRt0a',
          method: 'upi',
          vpa: 'a@b',
          description: text,
        }),
        await rest.post('/v1/payments/pay_NfLw3gQ81xRt0a/refund', { receipt: text }),
        await rest.call('POST', '/v1/orders', {
          form: { amount: '100', currency: 'INR', receipt: text.replace(/[\ud800-\udfff]/g, '\u0000') },
        }),
        await rest.get(
          `/v1/orders?receipt=${encodeURIComponent(text.replace(/[\ud800-\udfff]/g, '\u0000'))}`,
        ),
        await rest.get(
          `/v1/payments?email=${encodeURIComponent(text.replace(/[\ud800-\udfff]/g, '\u0000'))}`,
        ),
        await rest.get(`/v1/payments?contact=%00`),
      ]
      for (const answer of answers) expectError(answer, 400, 'input_validation_failed')
    }
  })
})

describe('numbers that are none', () => {
  it.each([
    '1e400',
    '-1e400',
    '1e-400',
    '100.5',
    '1e3.5',
    '-0',
    '-100',
    '0',
    '9007199254740993',
    '1e20',
    '"100"',
    'true',
    'null',
    '[100]',
    '{"a":1}',
  ])('an amount of %s is refused', async (text) => {
    const answer = await rest.call('POST', '/v1/orders', { body: `{"amount":${text},"currency":"INR"}` })
    expect([400]).toContain(answer.status)
    if (text !== '1e3.5') expect(answer.error.field).toBe('amount')
  })

  it('1e400 is no note either', async () => {
    expectError(
      await rest.call('POST', '/v1/orders', { body: '{"amount":100,"currency":"INR","notes":{"a":1e400}}' }),
      400,
      'input_validation_failed',
    )
  })
})

describe('success', () => {
  it('is 201 for what is created and 200 otherwise, with the headers of every answer', async () => {
    const order = await rest.post('/v1/orders', { amount: 10_000, currency: 'INR' })
    const payment = await rest.post('/v1/payments/create/json', {
      ...payer,
      amount: 10_000,
      order_id: order.body.id,
      method: 'card',
      card: goodCard,
    })
    const captured = await rest.post(`/v1/payments/${payment.body.id}/capture`, { amount: 10_000 })
    const refund = await rest.post(`/v1/payments/${payment.body.id}/refund`, { amount: 100 })
    const other = await rest.post('/v1/refunds', { payment_id: payment.body.id, amount: 100 })
    const list = await rest.get('/v1/orders')
    const patched = await rest.patch(`/v1/orders/${order.body.id}`, { notes: { a: 'b' } })
    const answers = [order, payment, captured, refund, other, list, patched]
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 200, 201, 201, 200, 200])
    for (const answer of answers) {
      expectHeaders(answer)
      expect(answer.body.entity).toBeTypeOf('string')
    }
    expect(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size).toBe(answers.length)
  })
})
