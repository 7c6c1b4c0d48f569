import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemActor } from '#lib/auth/system-actor.ts'
import { createKey } from '#lib/domain/api-keys/create.ts'
import {
  fetchEventDays,
  fetchMailDays,
  fetchRequestDays,
  fetchRetention,
  updateRetention,
} from '#lib/domain/merchants/retention.ts'
import { getRequestDetails, prepareReplay } from '#lib/domain/requests/get-details.ts'
import { groupErrors } from '#lib/domain/requests/group-errors.ts'
import { countNewerRequests, exportRequests, listRequestsForDashboard } from '#lib/domain/requests/list.ts'
import { cleanupRequestLog } from '#lib/jobs/cleanup.ts'
import { flushRequestLog } from '#lib/surfaces/request-log.ts'
import { outcomeOf } from '#lib/testing/approvals.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { openRest, type Reply, type Rest } from '#lib/testing/rest.ts'
import { type Shop, shopOf } from '#lib/testing/shop.ts'
import { newId } from '#lib/values/id.ts'
import { ROLE_PERMISSIONS, ROLES, type Role } from '#lib/values/permissions.ts'
import { DAY } from '#lib/values/time.ts'

let instance: Instance
let rest: Rest
let shop: Shop
beforeAll(async () => {
  instance = await openInstance()
  rest = await openRest(instance)
  shop = shopOf(rest, instance)
})
afterAll(() => instance.close())

const flush = () => flushRequestLog(instance.runtime.query)
const idOf = (response: Reply) => response.headers.get('x-request-id') ?? ''
const read = async (
  input: Parameters<
    typeof instance.run<typeof listRequestsForDashboard.input, typeof listRequestsForDashboard.output>
  >[1],
) => {
  await flush()
  return instance.run(listRequestsForDashboard, input, undefined, instance.system)
}
/** A separate key, so that a test sees only its own lines. */
const newKey = (name: string) => instance.run(createKey, { name }, undefined, instance.system)

describe('the list', () => {
  it('is narrowed by each filter', async () => {
    const as = await newKey('filters')
    const headers = { 'x-counterfoil-address': '203.0.113.5', 'x-request-id': 'cart-17' }
    const order = await rest.post(
      '/v1/orders',
      { amount: 100, currency: 'INR' },
      { as, headers, idempotencyKey: 'narrow' },
    )
    const bad = await rest.post('/v1/orders', { amount: 1, currency: 'INR' }, { as })
    const missing = await rest.get('/v1/payments/pay_00000000000000', { as })
    const found = async (filter: object) =>
      (await read({ actor: as.id, ...filter })).items.map(({ id }) => id)
    expect(await found({})).toEqual([idOf(missing), idOf(bad), idOf(order)])
    expect(await found({ status: ['2xx'] })).toEqual([idOf(order)])
    expect(await found({ status: ['4xx'] })).toEqual([idOf(missing), idOf(bad)])
    expect(await found({ status: ['2xx', '5xx'] })).toEqual([idOf(order)])
    expect(await found({ reason: 'record_not_found' })).toEqual([idOf(missing)])
    expect(await found({ reason: 'input_validation_failed', field: 'amount' })).toEqual([idOf(bad)])
    expect(await found({ field: '-' })).toEqual([idOf(order)])
    expect(await found({ client_request: 'cart-17' })).toEqual([idOf(order)])
    expect(await found({ path: '/v1/pay' })).toEqual([idOf(missing)])
    expect(await found({ path: '/v1/%' })).toEqual([])
    expect(await found({ method: 'GET' })).toEqual([idOf(missing)])
    expect(await found({ object: order.body.id })).toEqual([idOf(order)])
    expect(await found({ source: 'dashboard' })).toEqual([])
    expect(await found({ ip: '203.0.113.5' })).toEqual([idOf(order)])
    expect(await found({ key: 'narrow' })).toEqual([idOf(order)])
    expect(await found({ operation: 'fetch_payment' })).toEqual([idOf(missing)])
    expect(await found({ from: instance.now() + 1 })).toEqual([])
    expect((await read({ actor: 'FILTERS' })).total).toBe(3)
    await instance.runtime.query('UPDATE request_logs SET duration_ms = 1001 WHERE id = $1', [idOf(bad)])
    expect(await found({ slow: true })).toEqual([idOf(bad)])
  })

  it('goes on from page to page, and tells how many are newer', async () => {
    const as = await newKey('pages')
    const ids: string[] = []
    for (let at = 0; at < 5; at += 1) ids.unshift(idOf(await rest.get('/v1/orders?count=1', { as })))
    const first = await read({ actor: as.id, count: 2 })
    expect(first).toMatchObject({ total: 5, has_newer: false, has_older: true })
    const second = await read({ actor: as.id, count: 2, after: first.items[1]?.id })
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids.slice(0, 4))
    const back = await read({ actor: as.id, count: 2, before: second.items[0]?.id })
    expect(back.items).toEqual(first.items)
    const newer = await instance.run(
      countNewerRequests,
      { actor: as.id, than: ids[3] },
      undefined,
      instance.system,
    )
    expect(newer.count).toBe(3)
  })

  it('knows only the lines of its account', async () => {
    const other = {
      ...instance.system,
      account: { ...instance.system.account, id: instance.merchant.accounts.live },
    }
    await rest.get('/v1/orders')
    await flush()
    expect((await instance.run(listRequestsForDashboard, {}, undefined, other)).items).toEqual([])
    const [line] = (await read({ count: 1 })).items
    await expect(
      instance.run(getRequestDetails, { id: line?.id ?? '' }, undefined, other),
    ).rejects.toMatchObject({
      reason: 'record_not_found',
    })
  })
})

describe('a line', () => {
  it('has both bodies, the useful headers, and the resulting events', async () => {
    const payment = await shop.captured(10_000)
    const refund = await shop.refund(
      payment,
      { amount: 500 },
      { headers: { cookie: 'session=abc', accept: '*/*' } },
    )
    await flush()
    const line = await instance.run(getRequestDetails, { id: idOf(refund) }, undefined, instance.system)
    expect(line).toMatchObject({
      actor_id: instance.key.id,
      actor_name: 'test',
      object_id: refund.body.id,
      request_body: '{"amount":500}',
      response_body: refund.text,
      explanation: null,
    })
    expect(line.request_headers).toEqual({
      accept: '*/*',
      authorization: 'Basic [redacted]',
      'content-type': 'application/json',
    })
    expect(line.response_headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': line.id,
    })
    expect(line.events.map(({ event, object_id }) => [event, object_id])).toEqual([
      ['refund.created', refund.body.id],
    ])
  })

  it('explains an error, and which field it names, also of a request that is sent again', async () => {
    const request = { idempotencyKey: 'twice' }
    const responses = [
      await rest.post('/v1/orders', { amount: 1, currency: 'INR' }, request),
      await rest.post('/v1/orders', { amount: 1, currency: 'INR' }, request),
      await shop.refund({ id: 'pay_00000000000000' }, { amount: 500 }, { idempotencyKey: 'gone' }),
      await shop.refund({ id: 'pay_00000000000000' }, { amount: 500 }, { idempotencyKey: 'gone' }),
    ]
    await flush()
    const lines = []
    for (const response of responses)
      lines.push(await instance.run(getRequestDetails, { id: idOf(response) }, undefined, instance.system))
    expect(
      lines.map(({ error_reason, error_field, replayed }) => [error_reason, error_field, replayed]),
    ).toEqual([
      ['input_validation_failed', 'amount', false],
      ['input_validation_failed', 'amount', false],
      ['record_not_found', 'id', false],
      ['record_not_found', 'id', true],
    ])
    expect(lines[0]?.explanation).toBe('The request has an invalid value.')
  })
})

it('errors are grouped by reason, field and operation', async () => {
  const [one, two] = [await newKey('first'), await newKey('second')]
  const since = instance.now() + 60
  await instance.pass(60)
  for (const as of [one, one, two]) await rest.post('/v1/orders', { amount: 1, currency: 'INR' }, { as })
  const last = await rest.get('/v1/nowhere', { as: two })
  await rest.get('/v1/orders', { as: two })
  await flush()
  const grouped = (input: object) =>
    instance.run(groupErrors, { from: since, ...input }, undefined, instance.system)
  const { items, ...page } = await grouped({})
  expect(page).toMatchObject({ total: items.length, has_newer: false, has_older: false })
  expect(items.find(({ operation }) => operation === 'create_order')).toMatchObject({
    error_reason: 'input_validation_failed',
    error_field: 'amount',
    count: 3,
    actors: 2,
    names: ['first', 'second'],
    last_at: instance.now(),
  })
  expect(items.find(({ error_reason }) => error_reason === 'route_not_found')).toMatchObject({
    error_field: null,
    operation: null,
    count: 1,
    last_id: idOf(last),
  })
  // One group per page, forwards and backwards.
  const [first, second] = items.map(({ last_id }) => last_id)
  const older = await grouped({ count: 1, after: first })
  expect([older.items[0]?.last_id, older.total]).toEqual([second, items.length])
  const newer = await grouped({ count: 1, before: second })
  expect([newer.items[0]?.last_id, newer.has_newer]).toEqual([first, false])
})

describe('a long log', () => {
  it('is searched as far as an index leads, and otherwise through its latest lines, which the page says', async () => {
    const account = instance.merchant.accounts.live
    const as = { ...instance.system, account: { ...instance.system.account, id: account } }
    const since = instance.now() - 40_000
    // One line each second, every second one an error.
    await instance.runtime.query(
      `INSERT INTO request_logs (account_id, id, source, method, path, operation, status, duration_ms, actor_kind, actor_id, actor_name,
                                 ip, idempotency_key, error_reason, error_field, created_at)
       SELECT $1, 'req_' || lpad(n::text, 14, '0'), 'api', 'GET', '/v1/orders', 'fetch_all_orders',
              CASE WHEN n % 2 = 0 THEN 400 ELSE 200 END, 1, 'key', 'key_test_00000000000001', 'Server',
              CASE WHEN n IN (0, 30000) THEN '198.51.100.7' ELSE '203.0.113.1' END, 'line-' || n,
              CASE WHEN n % 2 = 0 THEN 'record_not_found' END, CASE WHEN n IN (0, 30000) THEN 'amount' END, $2::bigint + n
       FROM generate_series(0, 30000) AS n`,
      [account, since],
    )
    const found = async (filter: object) => {
      const { items, searched } = await instance.run(listRequestsForDashboard, filter, undefined, as)
      return [items.map(({ id }) => Number(id.slice(4))), searched]
    }
    const [lines, errors] = [
      { since: null, from: since + 5000, errors: false },
      { since: null, from: since + 10_000, errors: true },
    ]
    expect(await found({ ip: '198.51.100.7' })).toEqual([[30_000], lines])
    // The way on that the page offers.
    expect(await found({ ip: '198.51.100.7', to: lines.from - 1 })).toEqual([[0], null])
    expect(await found({ ip: '198.51.100.7', from: since + 1000, to: since + 30_000 })).toEqual([
      [30_000],
      { ...lines, since: since + 1000 },
    ])
    expect(await found({ field: 'amount' })).toEqual([[30_000], errors])
    expect(await found({ status: ['4xx'], ip: '198.51.100.7' })).toEqual([[30_000], errors])
    expect(await found({ actor: 'server', key: 'line-0' })).toEqual([[0], null])
    for (const indexed of [{}, { key: 'line-0' }, { status: ['5xx'] }, { slow: true }, { reason: 'none' }])
      expect((await found(indexed))[1]).toBe(null)
    // The page counts what was searched; the file has everything that matches.
    const { total, capped } = await instance.run(
      listRequestsForDashboard,
      { ip: '198.51.100.7' },
      undefined,
      as,
    )
    expect([total, capped]).toEqual([1, false])
    const exported = await instance.run(exportRequests, { ip: '198.51.100.7' }, undefined, as)
    expect(exported.items.map(({ id }) => Number(id.slice(4)))).toEqual([30_000, 0])
    const many = await instance.run(listRequestsForDashboard, { ip: '203.0.113.1' }, undefined, as)
    expect([many.total, many.capped]).toEqual([10_000, true])
    const newer = { ip: '198.51.100.7' }
    expect((await instance.run(countNewerRequests, newer, undefined, as)).count).toBe(1)
    const grouped = await instance.run(groupErrors, {}, undefined, as)
    expect(grouped.searched).toEqual(errors)
    expect(grouped.items.map(({ error_field, count }) => [error_field, Number(count)])).toEqual([
      ['amount', 1],
      [null, 10_000],
    ])
  })
})

describe('a replay', () => {
  const log = async (line: object, account = instance.merchant.accounts.test) => {
    const id = newId('request', instance.now() * 1000)
    await instance.database.prisma.request_logs.create({
      data: {
        account_id: account,
        id,
        source: 'api',
        method: 'POST',
        path: '/v1/orders',
        status: 201,
        operation: 'create_order',
        duration_ms: 1,
        actor_kind: 'key',
        actor_id: 'key',
        request_body: '{"amount":100,"currency":"INR"}',
        created_at: instance.now(),
        ...line,
      },
    })
    return id
  }
  const live = async () => systemActor(instance.runtime.query, instance.merchant.accounts.live, 'test')
  const as = (role: Role) => ({ ...instance.system, permissions: new Set(ROLE_PERMISSIONS[role]) })
  const REFUSED: Record<string, [object, RegExp]> = {
    'to an unknown URL': [{ operation: null }, /unknown URL/],
    'of an operation that is gone': [{ operation: 'walk_orders' }, /unknown URL/],
    'of a payer': [{ source: 'checkout', operation: 'create_payment' }, /by a customer at checkout/],
    'with a file': [{ operation: 'create_document' }, /uploaded a file/],
    'whose response has a secret': [{ source: 'dashboard', operation: 'create_key' }, /secret/],
    'that was redacted': [{ request_body: '{"cvv":"[redacted]"}' }, /redacted/],
    'that could not be parsed': [{ error_reason: 'malformed_body' }, /would fail again/],
    'that is not whole in the log': [{ request_body: '{"amount":1…' }, /doesn't have all of it/],
  }

  it.each(Object.entries(REFUSED))('is not prepared of a request %s', async (_, [line, why]) => {
    const id = await log(line)
    const outcome = await outcomeOf(instance.run(prepareReplay, { id }, undefined, instance.system))
    expect(outcome.reason).toBe('request_not_repeatable')
    const { replay_error } = await instance.run(getRequestDetails, { id }, undefined, instance.system)
    expect(replay_error?.description).toMatch(why)
  })

  it('is not prepared in live mode', async () => {
    const id = await log({}, instance.merchant.accounts.live)
    const outcome = await outcomeOf(instance.run(prepareReplay, { id }, undefined, await live()))
    expect(outcome.reason).toBe('request_not_repeatable')
  })

  it.each(ROLES)('is prepared for %s if the role may run the operation', async (role) => {
    for (const [operation, permission] of [
      ['create_order', 'orders:write'],
      ['refund_payment', 'refunds:write'],
    ] as const) {
      const work = instance.run(prepareReplay, { id: await log({ operation }) }, undefined, as(role))
      const reads = ROLE_PERMISSIONS[role].includes('requests:read')
      const may = ROLE_PERMISSIONS[role].includes(permission)
      const reason = reads ? (may ? undefined : 'request_not_repeatable') : 'permission_denied'
      expect((await outcomeOf(work)).reason, operation).toBe(reason)
    }
  })
})

describe('retention', () => {
  it.each(ROLES)('is read without the size of the log by those who see what is deleted: %s', async (role) => {
    const permissions = new Set(ROLE_PERMISSIONS[role])
    const as = { ...instance.system, permissions }
    const { query } = instance.runtime
    const set = 'UPDATE accounts SET event_days = $2, mail_days = $3 WHERE id = $1'
    await query(set, [instance.merchant.accounts.test, 90, 60])
    for (const [operation, days] of [
      [fetchRequestDays, 30],
      [fetchEventDays, 90],
      [fetchMailDays, 60],
    ] as const)
      expect(await outcomeOf(instance.run(operation, {}, undefined, as))).toMatchObject(
        permissions.has(operation.permission) ? { value: { days } } : { reason: 'permission_denied' },
      )
    await query(set, [instance.merchant.accounts.test, null, null])
    if (permissions.has('mails:read'))
      expect((await instance.run(fetchMailDays, {}, undefined, as)).days).toBe(null)
  })

  it('is set by staff who run the business, and old lines are deleted in batches', async () => {
    const owner = { ...instance.system, permissions: new Set(ROLE_PERMISSIONS.owner) }
    const developer = { ...instance.system, permissions: new Set(ROLE_PERMISSIONS.developer) }
    const stored = { event_days: null, mail_days: null }
    await expect(
      instance.run(updateRetention, { ...stored, request_log_days: 7 }, undefined, developer),
    ).rejects.toMatchObject({
      reason: 'permission_denied',
    })
    for (const days of [0, 366, 1.5])
      await expect(
        instance.run(updateRetention, { ...stored, request_log_days: days }, undefined, owner),
      ).rejects.toMatchObject({
        field: 'request_log_days',
      })
    await flush()
    const before = await instance.run(fetchRetention, {}, undefined, developer)
    expect(before).toMatchObject({ request_log_days: 30, event_days: null, mail_days: null })
    expect(before.log.bytes).toBeGreaterThan(before.log.lines * 100)
    expect(
      (await instance.run(updateRetention, { ...stored, request_log_days: 7 }, undefined, owner))
        .request_log_days,
    ).toBe(7)

    const account = instance.merchant.accounts.test
    // More than two batches of expired lines of this account, and one line that is just recent enough.
    await instance.runtime.query(
      `INSERT INTO request_logs (account_id, id, source, method, path, status, duration_ms, actor_kind, actor_id, created_at)
       SELECT $1, 'req_old' || n, 'api', 'GET', '/v1/orders', 200, 1, 'key', 'key', $2::bigint - (n > 0)::int
       FROM generate_series(0, 2100) AS n`,
      [account, instance.now() - 7 * DAY],
    )
    await instance.runtime.query(
      `INSERT INTO request_logs (account_id, id, source, method, path, status, duration_ms, actor_kind, actor_id, created_at)
       VALUES ($1, 'req_live', 'api', 'GET', '/v1/orders', 200, 1, 'key', 'key', $2)`,
      [instance.merchant.accounts.live, instance.now() - 8 * DAY],
    )
    expect(await cleanupRequestLog(instance.runtime)).toBe(2100)
    expect(await shop.count('request_logs', "id = 'req_old0'")).toBe(1)
    // The live account keeps its log for the default thirty days.
    expect(await shop.count('request_logs', "id = 'req_live'")).toBe(1)
    const after = await instance.run(fetchRetention, {}, undefined, developer)
    expect(after).toMatchObject({
      request_log_days: 7,
      log: { lines: before.log.lines + 1, oldest_at: instance.now() - 7 * DAY },
    })
  })
})
