import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Changes } from '#lib/pipeline/changes.ts'
import type { Write } from '#lib/pipeline/changes-statement.ts'
import { isAppError } from '#lib/pipeline/errors.ts'
import { isOvertaken, type Outcome } from '#lib/pipeline/writer.ts'
import { codesOf } from '#lib/process/availability.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { observedWriter } from '#lib/testing/observed-writer.ts'
import { newId } from '#lib/values/id.ts'

let instance: Instance
let account_id: string
beforeAll(async () => {
  instance = await openInstance({ queue: 'database' })
  account_id = instance.actor.account.id
})
afterAll(() => instance.close())

const id = (kind: 'order' | 'customer' | 'customer_transaction') => newId(kind, Date.now())

function order(overrides: object = {}): Write {
  const changes = new Changes()
  changes.insert('orders', {
    account_id,
    id: id('order'),
    amount: 100,
    currency: 'INR',
    status: 'created',
    payment_capture: true,
    notes: {},
    amount_paid: 0,
    attempts: 0,
    authorized: false,
    partial_payment: false,
    created_at: 1,
    ...overrides,
  })
  return { changes }
}

/** The claim of a key, as that of a finished request. */
const claimOf = (key: string, account = account_id) => ({
  account_id: account,
  key,
  operation: 'test',
  request_hash: '\\x00',
  created_at: 1,
  status: 201,
  body: '{}',
})

const observed = (join?: boolean, query?: Instance['runtime']['query']) =>
  observedWriter(instance, join, query)

const all = (writes: Promise<Outcome>[]) => Promise.allSettled(writes)
const count = async (table: string, where: string, ...values: unknown[]) =>
  Number(
    (await instance.runtime.query(`SELECT count(*) FROM ${table} WHERE ${where}`, values)).rows[0]?.count,
  )

describe('writes that wait together', () => {
  it('share statements, and each is made', async () => {
    const { writer, statements } = observed()
    const receipt = 'together'
    const written = await Promise.all(Array.from({ length: 100 }, () => writer.write(order({ receipt }))))
    expect(written.every((outcome) => outcome.written)).toBe(true)
    expect(await count('orders', 'receipt = $1', receipt)).toBe(100)
    expect(statements).toHaveLength(2)
  })

  it('share one statement where they come one after the other in one turn of the event loop', async () => {
    const { writer, statements } = observed()
    const later = Array.from({ length: 10 }, (_, index) => {
      let step = Promise.resolve()
      for (let turn = 0; turn < index; turn += 1) step = step.then(() => undefined)
      return step.then(() => writer.write(order()))
    })
    await Promise.all(later)
    expect(statements).toHaveLength(1)
  })

  it('are made one by one where joining is off', async () => {
    const { writer, statements } = observed(false)
    await Promise.all(Array.from({ length: 10 }, () => writer.write(order())))
    expect(statements).toHaveLength(10)
  })

  it('are resolved only after the statement has ended', async () => {
    const { writer, statements } = observed()
    const open = await Promise.all(
      Array.from({ length: 40 }, async () => {
        await writer.write(order())
        return statements.filter(({ ended }) => ended).length
      }),
    )
    expect(Math.min(...open)).toBeGreaterThan(0)
  })

  it('do not fail for the sake of another', async () => {
    const { writer } = observed()
    const taken = id('order')
    await writer.write(order({ id: taken }))
    const receipt = 'beside a bad one'
    const results = await all(
      Array.from({ length: 40 }, (_, index) =>
        writer.write(order(index === 20 ? { id: taken, receipt } : { receipt })),
      ),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(39)
    const failed = results.find((result) => result.status === 'rejected')
    expect(codesOf(failed?.reason)).toContain('23505')
    expect(await count('orders', 'receipt = $1', receipt)).toBe(39)
  })

  it('of which two have one key make one of them, whether joined or alone', async () => {
    const { writer } = observed()
    const receipt = 'one key'
    const keyed = () => ({ ...order({ receipt }), claim: claimOf('writer test') })
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => writer.write(keyed())))
    expect(outcomes.filter(({ written }) => written)).toHaveLength(1)
    expect(await count('orders', 'receipt = $1', receipt)).toBe(1)
  })

  it('beside a key that was used are made, with their jobs, and the same key of another account is another', async () => {
    const { test, live } = instance.merchant.accounts
    const { writer, statements } = observed()
    const keyed = (receipt: string, key: string, account: string): Write => {
      const write = order({ receipt, account_id: account })
      write.changes.enqueue({ name: 'process-refund', data: { receipt }, after: 0, key: null })
      return { ...write, claim: claimOf(key, account) }
    }
    await writer.write(keyed('mixed: used', 'mixed used', test))
    // Not in the order of the keys, and not the same from the end.
    const outcomes = await Promise.all([
      writer.write(keyed('mixed: c', 'mixed c', test)),
      writer.write(keyed('mixed: repeated', 'mixed used', test)),
      writer.write(keyed('mixed: live', 'mixed used', live)),
      writer.write(keyed('mixed: a', 'mixed a', test)),
    ])
    expect(outcomes.map(({ written }) => written)).toEqual([true, false, true, true])
    expect(statements).toHaveLength(2)
    const made = await instance.runtime.query(
      "SELECT receipt, account_id FROM orders WHERE receipt LIKE 'mixed: %' ORDER BY receipt",
      [],
    )
    expect(made.rows.map(({ receipt, account_id }) => [receipt, account_id])).toEqual([
      ['mixed: a', test],
      ['mixed: c', test],
      ['mixed: live', live],
      ['mixed: used', test],
    ])
    const queued = await instance.runtime.query(
      "SELECT data->>'receipt' AS receipt FROM pgboss.job WHERE data->>'receipt' LIKE 'mixed: %' ORDER BY 1",
      [],
    )
    expect(queued.rows).toEqual(made.rows.map(({ receipt }) => ({ receipt })))
  })

  it('with a key that was used write nothing where they change a row, either', async () => {
    const { writer } = observed()
    const one = id('order')
    await writer.write(order({ id: one }))
    // Without a guard: only the key keeps the second from being made.
    const attempt = (attempts: number): Write => {
      const changes = new Changes()
      changes.update('orders', { account_id, id: one }, {}, { attempts })
      changes.insert('audit_lines', {
        account_id,
        id: newId('audit', Date.now()),
        action: 'test',
        object_id: one,
        actor_kind: 'system',
        actor_id: 'test',
        actor_name: 'test',
        request_id: 'req_NfLw3gQ81xRt0a',
        details: {},
        created_at: 1,
      })
      return { changes, claim: claimOf('writer test of changes') }
    }
    const results = await all([1, 2, 3].map((attempts) => writer.write(attempt(attempts))))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await count('audit_lines', 'object_id = $1', one)).toBe(1)
  })

  it('and change one row follow each other, the second from what the first left', async () => {
    const { writer } = observed()
    const one = id('order')
    await writer.write(order({ id: one }))
    const attempt = (attempts: number): Write => {
      const changes = new Changes()
      changes.update('orders', { account_id, id: one }, { attempts }, { attempts: attempts + 1 })
      return { changes }
    }
    const results = await all([0, 0, 0, 0].map((attempts) => writer.write(attempt(attempts))))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results)
      if (result.status === 'rejected') expect(codesOf(result.reason)).toContain('22012')
    expect(await count('orders', 'id = $1 AND attempts = 1', one)).toBe(1)
  })

  it('are not repeated after the connection is lost: their result is unknown', async () => {
    let queries = 0
    const { writer } = observed(true, () => {
      queries += 1
      return Promise.reject(Object.assign(new Error('Connection terminated unexpectedly'), { code: '08006' }))
    })
    const results = await all(Array.from({ length: 20 }, () => writer.write(order())))
    expect(results.every(({ status }) => status === 'rejected')).toBe(true)
    expect(queries).toBeLessThanOrEqual(4)
  })

  it('and are repeated alone end with the connection: those that are left get its error', async () => {
    let queries = 0
    const { writer } = observed(true, () => {
      queries += 1
      const code = queries === 1 ? '22012' : queries === 4 ? '08006' : undefined
      if (code) return Promise.reject(Object.assign(new Error(`Query ${queries} failed.`), { code }))
      return Promise.resolve({ rows: [] })
    })
    const results = await all(Array.from({ length: 20 }, () => writer.write(order())))
    // Together, then two that were made, and the one that lost the connection.
    expect(queries).toBe(4)
    expect(results.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 2 }, () => 'fulfilled'),
      ...Array.from({ length: 18 }, () => 'rejected'),
    ])
    for (const result of results)
      if (result.status === 'rejected') expect(codesOf(result.reason)).toEqual(['08006'])
    // The lane is free again.
    await writer.write(order())
  })

  it('of which one cannot be made a statement fail without it, and no lane is lost', async () => {
    const { writer } = observed()
    // JSON has no bigint. More of them than there are lanes.
    for (let index = 0; index < 4; index += 1)
      await expect(writer.write(order({ amount: 100n }))).rejects.toThrow('BigInt')
    const receipt = 'beside one that is no statement'
    const results = await all([order({ receipt }), order({ receipt, amount: 100n })].map(writer.write))
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(await count('orders', 'receipt = $1', receipt)).toBe(1)
  })

  it('are rejected when too many wait, with the time to retry', async () => {
    let release = () => {}
    const stuck = new Promise<{ rows: [] }>((resolve) => {
      release = () => resolve({ rows: [] })
    })
    const { writer } = observed(true, () => stuck)
    const waiting = Array.from({ length: 5000 }, () => writer.write(order()))
    const caught = await writer.write(order()).catch((error: unknown) => error)
    expect(isAppError(caught) && [caught.reason, caught.retryAfter]).toEqual(['service_unavailable', 1])
    release()
    await all(waiting)
  })
})

describe('balances of the ledger', () => {
  it('of two accounts are each added up in one statement', async () => {
    const { test, live } = instance.merchant.accounts
    const { writer, statements } = observed()
    const adding = (account: string, delta: number): Write => {
      const changes = new Changes()
      changes.addToBalance({ account_id: account, account: 'merchant_balance', delta })
      return { changes }
    }
    await Promise.all(
      [adding(test, 10), adding(live, 200), adding(test, 50)].map((write) => writer.write(write)),
    )
    expect(statements).toHaveLength(1)
    const { rows } = await instance.runtime.query(
      "SELECT account_id, balance FROM ledger_balances WHERE account = 'merchant_balance' AND account_id IN ($1, $2)",
      [test, live],
    )
    expect(Object.fromEntries(rows.map(({ account_id, balance }) => [account_id, balance]))).toEqual({
      [test]: 60,
      [live]: 200,
    })
  })
})

describe('additions to one row', () => {
  const LIMIT = 1000
  const AMOUNT = 't.amount'

  async function transfer(amount_reversed = 0, one = newId('transfer', Date.now())): Promise<string> {
    await instance.runtime.query(
      `INSERT INTO transfers (account_id, id, status, source, recipient, amount, currency, amount_reversed, created_at)
       VALUES ($1, $2, 'processed', $1, 'cust_test', $3, 'INR', $4, 1)`,
      [account_id, one, LIMIT, amount_reversed],
    )
    return one
  }

  function adding(one: string, delta: number, status = 'processed'): Write {
    const changes = new Changes()
    const [key, expected] = [{ account_id, id: one }, { status }]
    changes.add({ table: 'transfers', key, expected, column: 'amount_reversed', delta, max: AMOUNT })
    return { changes }
  }

  const reversed = async (one: string) =>
    Number(
      (await instance.runtime.query('SELECT amount_reversed FROM transfers WHERE id = $1', [one])).rows[0]
        ?.amount_reversed,
    )

  it('share a statement, and none is lost while three statements want the row', async () => {
    const { writer, statements } = observed()
    const one = await transfer()
    await Promise.all(Array.from({ length: 200 }, () => writer.write(adding(one, 5))))
    expect(await reversed(one)).toBe(LIMIT)
    expect(statements.length).toBeLessThanOrEqual(8)
  })

  it.each([true, false])('stay within their bounds whatever arrives at once (joined: %s)', async (join) => {
    const { writer } = observed(join)
    const delta = fc.integer({ min: -400, max: 400 }).filter((one) => one !== 0)
    await fc.assert(
      fc.asyncProperty(fc.array(delta, { minLength: 1, maxLength: 20 }), async (deltas) => {
        const one = await transfer(LIMIT / 2)
        const results = await all(deltas.map((change) => writer.write(adding(one, change))))
        let sum = LIMIT / 2
        for (const [index, { status }] of results.entries())
          if (status === 'fulfilled') sum += deltas[index] ?? 0
        expect(await reversed(one)).toBe(sum)
        for (const result of results)
          if (result.status === 'rejected') expect(codesOf(result.reason)).toContain('22012')
        // A rejected write did not fit at its turn, so all are rejected only where the first did not fit.
        const [first = 0] = deltas
        if (LIMIT / 2 + first >= 0 && LIMIT / 2 + first <= LIMIT)
          expect(results.some(({ status }) => status === 'fulfilled')).toBe(true)
      }),
      { numRuns: 30 },
    )
  })

  it.each([
    ['above their limit', 500, [600, -200], 300],
    ['below zero', 500, [-600, 200], 700],
  ])('that go %s on the way fail where only their sum fits', async (_, start, deltas, end) => {
    const { writer, statements } = observed()
    const one = await transfer(start)
    const results = await all(deltas.map((delta) => writer.write(adding(one, delta))))
    const fits = deltas.map((delta) => start + delta >= 0 && start + delta <= LIMIT)
    expect(results.map(({ status }) => status === 'fulfilled')).toEqual(fits)
    for (const result of results)
      if (result.status === 'rejected') expect(codesOf(result.reason)).toContain('22012')
    // Together, and after that failed one by one.
    expect(statements).toHaveLength(1 + deltas.length)
    expect(await reversed(one)).toBe(end)
  })

  it.each([
    [100, 700, 600, 100],
    [900, -700, 100, 700],
  ])(
    'to two rows share a statement, each within its own bounds (%i and %i, %i and %i)',
    async (start, delta, otherStart, otherDelta) => {
      const { writer, statements } = observed()
      const [one, other] = [newId('transfer', Date.now()), newId('transfer', Date.now())].sort() as [
        string,
        string,
      ]
      await Promise.all([transfer(start, one), transfer(otherStart, other)])
      await Promise.all([writer.write(adding(one, delta)), writer.write(adding(other, otherDelta))])
      expect(statements).toHaveLength(1)
      expect([await reversed(one), await reversed(other)]).toEqual([start + delta, otherStart + otherDelta])
    },
  )

  it('of which one exceeds its limit fail alone', async () => {
    const { writer } = observed()
    const [one, other] = [await transfer(), await transfer()]
    const lanes = Array.from({ length: 3 }, () => writer.write(adding(other, 1)))
    const results = await all([100, 200, 800, 300].map((delta) => writer.write(adding(one, delta))))
    await all(lanes)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(await reversed(one)).toBe(600)
  })

  it('are made only while the row is in the state that was decided on', async () => {
    const { writer } = observed()
    const one = await transfer()
    const results = await all(['processed', 'created'].map((status) => writer.write(adding(one, 10, status))))
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(await reversed(one)).toBe(10)
  })

  it('never share a statement with an update of the row', async () => {
    const { writer } = observed()
    const one = await transfer()
    const mixed = (add: string, update: string): Write => {
      const write = adding(add, 10)
      write.changes.update('transfers', { account_id, id: update }, {}, { on_hold: false })
      return write
    }
    const other = await transfer()
    const alone = observed(true, () => Promise.resolve({ rows: [] }))
    await Promise.all(
      [0, 1, 2, 3].map((index) =>
        alone.writer.write(index % 2 === 0 ? mixed(one, other) : mixed(other, one)),
      ),
    )
    expect(alone.statements).toHaveLength(4)

    // Statements of two lanes may lock the rows in opposite order; PostgreSQL then ends one of them, which its caller
    // makes again.
    const made = async (index: number, attempts = 0): Promise<void> => {
      const write = index % 2 === 0 ? mixed(one, other) : mixed(other, one)
      await writer.write(write).catch((error) => {
        if (attempts >= 20 || !isOvertaken(error, codesOf(error))) throw error
        return made(index, attempts + 1)
      })
    }
    await Promise.all(Array.from({ length: 12 }, (_, index) => made(index)))
    expect([await reversed(one), await reversed(other)]).toEqual([60, 60])
  })

  it('and another change of the row by one transaction are an error of the code', () => {
    const changes = new Changes()
    const key = { account_id, id: 'trf_test' }
    const addition = {
      table: 'transfers',
      key,
      expected: {},
      column: 'amount_reversed',
      delta: 1,
      max: AMOUNT,
    }
    changes.add(addition)
    expect(() => changes.update('transfers', key, {}, { status: 'failed' })).toThrow('two ways')
    expect(() => changes.add(addition)).toThrow('two ways')
  })
})
