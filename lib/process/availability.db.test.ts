import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { createOrder } from '#lib/domain/orders/create.ts'
import { asAppError } from '#lib/pipeline/errors.ts'
import { submit } from '#lib/surfaces/form.ts'
import { callTool, toolResult } from '#lib/surfaces/tools/call.ts'
import { callerOf } from '#lib/surfaces/tools/caller.ts'
import { tools } from '#lib/surfaces/tools/catalogue.ts'
import { handleToolEndpoint } from '#lib/surfaces/tools/endpoint.ts'
import { type Authorization, openAuthorization } from '#lib/testing/authorization.ts'
import { asSuperuser } from '#lib/testing/database.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { openRest, type Reply, type Rest } from '#lib/testing/rest.ts'
import { log } from './log.ts'
import { answeringOutages, noteOutage } from './outage.ts'

vi.mock('next/headers', () => ({ headers: async () => new Headers(), cookies: async () => new Map() }))

let instance: Instance
let rest: Rest
beforeEach(async () => {
  instance = await openInstance()
  rest = await openRest(instance)
})
afterEach(async () => {
  vi.restoreAllMocks()
  expect(await instance.violations()).toEqual([])
  await instance.close()
})

const order = () => rest.post('/v1/orders', { amount: 100, currency: 'INR' })
let names = 0
/** Goes through Prisma and a transaction, as an order does not. */
function customer() {
  names += 1
  return rest.post('/v1/customers', { name: 'Asha', email: `asha${names}@example.com` })
}

function expectUnavailable(response: Reply) {
  expect([response.status, response.error?.reason]).toEqual([503, 'service_unavailable'])
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(response.text).not.toMatch(/pg_|SQLSTATE|read-only transaction|could not extend/)
}

const databaseName = () => new URL(instance.url).pathname.slice(1)
const superuser = (...statements: string[]) => asSuperuser(inject('cluster').adminUrl, ...statements)

/** Every write of a table fails with an SQLSTATE of the real server. */
async function failingWith(code: string, ...tables: string[]) {
  await instance.database.pool.query(
    `CREATE FUNCTION failing() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '${code}'; END $$`,
  )
  for (const table of tables)
    await instance.database.pool.query(
      `CREATE TRIGGER failing BEFORE INSERT ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION failing()`,
    )
  return async () => {
    for (const table of tables) await instance.database.pool.query(`DROP TRIGGER failing ON ${table}`)
  }
}

describe.each(['53100', '53200', '53300', '53400', '58030', '57P02', '57P03'])('SQLSTATE %s', (code) => {
  it('is 503 with Retry-After, and the request succeeds once it has passed', async () => {
    const faults = vi.spyOn(log(), 'error')
    const mend = await failingWith(code, 'orders', 'customers')
    expectUnavailable(await order())
    expectUnavailable(await customer())
    expect(faults).not.toHaveBeenCalled()
    await mend()
    expect((await order()).status).toBe(201)
    expect((await customer()).status).toBe(201)
  })
})

describe('a full disk', () => {
  let server: Authorization
  let mend: () => Promise<void>
  beforeEach(async () => {
    server = await openAuthorization(instance)
    mend = await failingWith('53100', 'orders', 'oauth_clients', 'oauth_artifacts')
  })
  afterEach(() => mend())

  it('is the error of a tool, to be repeated', async () => {
    const tool = tools().get('create_order')
    if (!tool) throw new Error('There is no such tool.')
    const bearer = {
      actor: instance.actor,
      scopes: ['orders:write'],
      grantId: 'grant_1',
      clientId: 'client_1',
      clientName: 'Program',
      userId: 'user_1',
      grantedAt: instance.now(),
      role: { name: 'owner', permissions: instance.actor.permissions },
      expiresAt: instance.now() + 60,
      limits: { perCall: null, perDay: null },
    }
    const [args, caller] = [{ amount: 100, currency: 'INR' }, callerOf(null)]
    const outcome = await callTool(tool, args, bearer, caller)
    const result = await toolResult(tool, args, bearer, caller, outcome)
    expect(result.isError).toBe(true)
    expect(JSON.stringify(result.content)).toContain('service_unavailable')
  })

  it('is a form error that says so', async () => {
    const result = await submit(
      createOrder,
      { ...instance.actor, kind: 'user' },
      { amount: 100, currency: 'INR' },
      'dashboard',
      { key: 'k' },
    )
    expect(result).toMatchObject({ ok: false, error: { reason: 'service_unavailable' } })
  })

  it('is temporarily_unavailable to an OAuth client', async () => {
    const response = await server.send('/register', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_name: 'Program', redirect_uris: ['https://client.example/callback'] }),
    })
    expect([response.status, (await response.json()).error]).toEqual([503, 'temporarily_unavailable'])
    expect(response.headers.get('retry-after')).toBe('1')
  })

  it('is that, too, before the route of an authorization', async () => {
    await instance.database.pool.query('ALTER TABLE oauth_clients RENAME TO real_clients')
    await instance.database.pool.query(
      `CREATE FUNCTION away() RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'away' USING ERRCODE = '53200'; END $$`,
    )
    await instance.database.pool.query(
      'CREATE VIEW oauth_clients AS SELECT * FROM real_clients LIMIT (SELECT CASE WHEN away() THEN 1 END)',
    )
    const response = await server.send(
      '/authorize?client_id=client_0123456789abcdefghijkl&response_type=code',
    )
    await instance.database.pool.query('DROP VIEW oauth_clients')
    await instance.database.pool.query('ALTER TABLE real_clients RENAME TO oauth_clients')
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])
  })
})

it('responds to a tool without the protocol with 503', async () => {
  const server = await openAuthorization(instance)
  const { token } = await server.tokenOf('read_only')
  const { pool } = instance.database
  await pool.query('ALTER TABLE payments RENAME TO real_payments')
  await pool.query(
    `CREATE FUNCTION away() RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'away' USING ERRCODE = '53200'; END $$`,
  )
  await pool.query(
    'CREATE VIEW payments AS SELECT * FROM real_payments LIMIT (SELECT CASE WHEN away() THEN 1 END)',
  )
  const headers = { authorization: `Bearer ${token}` }
  const response = await handleToolEndpoint(new Request('http://desk.test/api/tool-endpoint', { headers }))
  await pool.query('DROP VIEW payments')
  await pool.query('ALTER TABLE real_payments RENAME TO payments')
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])
})

describe('a server that became read-only', () => {
  it('is 503, and every connection to it is replaced once there is one that takes writes', async () => {
    expect((await customer()).status).toBe(201)
    await superuser(`ALTER DATABASE ${databaseName()} SET default_transaction_read_only = on`)
    // As after a failover: new connections reach a read-only server.
    await endAll()
    for (let round = 0; round < 3; round += 1) {
      for (const response of await Promise.all([order(), customer(), customer(), customer()]))
        expectUnavailable(response)
    }
    await superuser(`ALTER DATABASE ${databaseName()} RESET default_transaction_read_only`)
    for (let round = 0; round < 3; round += 1) {
      const responses = await Promise.all([order(), customer(), customer(), customer()])
      expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    }
  })

  it('is left by connections that never wrote, too', async () => {
    const client = await instance.database.pool.connect()
    await client.query('SET default_transaction_read_only = on')
    client.release()
    await expect.poll(() => instance.database.pool.totalCount).toBe(0)
  })
})

describe('a connection that ends', () => {
  it('under a request is 503', async () => {
    const blocker = new pg.Client({ connectionString: instance.url })
    await blocker.connect()
    await blocker.query('BEGIN; LOCK TABLE orders, customers IN ACCESS EXCLUSIVE MODE')
    const waiting = Promise.all([order(), customer()])
    const locked = "FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
    await expect
      .poll(
        async () =>
          (await instance.database.query(`SELECT count(*)::int AS count ${locked}`, [])).rows[0]?.count,
      )
      .toBe(2)
    await instance.database.query(`SELECT pg_terminate_backend(pid) ${locked}`, [])
    for (const response of await waiting) expectUnavailable(response)
    await blocker.end()
    expect((await order()).status).toBe(201)
  })

  it('cannot be replaced where there are too many: 503', async () => {
    await superuser(`ALTER DATABASE ${databaseName()} CONNECTION LIMIT 0`)
    await endAll()
    expectUnavailable(await order())
    expectUnavailable(await customer())
    await superuser(`ALTER DATABASE ${databaseName()} CONNECTION LIMIT -1`)
    expect((await customer()).status).toBe(201)
  })

  it('is not to be had from a pool that is used up: 503', async () => {
    const clients = await Promise.all(Array.from({ length: 10 }, () => instance.database.pool.connect()))
    expectUnavailable(await order())
    for (const client of clients) client.release()
  }, 600_000)
})

async function endAll() {
  await superuser(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${databaseName()}'`,
  )
  await expect.poll(() => instance.database.pool.idleCount).toBe(0)
}

describe('a caller who goes away', () => {
  it('is no fault, in whatever part of a body', async () => {
    const faults = vi.spyOn(log(), 'error')
    const aborted = Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(Buffer.from('{"amount"')),
      pull: (controller) => controller.error(aborted),
    })
    const response = await rest.call('POST', '/v1/orders', { body })
    expect([response.status, response.error.reason]).toEqual([400, 'malformed_body'])
    expect(asAppError(aborted)).toMatchObject({ status: 400 })
    expect(faults).not.toHaveBeenCalled()
  })

  it('differs from a database that is unreachable', () => {
    const lost = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' })
    expect(asAppError(lost)).toMatchObject({ status: 503, retryAfter: 1 })
    const missing = Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' })
    expect(asAppError(missing)).toMatchObject({ status: 500 })
  })
})

it('responds 503 where Next responds 500 in an outage, and 500 for a fault', async () => {
  const outage = Object.assign(new Error('disk full'), { code: '53100' })
  const server = createServer(
    answeringOutages(async (request, response) => {
      await new Promise(setImmediate)
      noteOutage(request.url === '/outage' ? outage : new Error('a fault'))
      response.statusCode = 500
      response.end('Something went wrong.')
    }),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const received = await Promise.all(['/outage', '/fault'].map((path) => fetch(url + path)))
  expect(received.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual([
    [503, '5'],
    [500, null],
  ])
  server.close()
})
