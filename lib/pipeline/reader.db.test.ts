import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Query } from '#lib/database/query.ts'
import { createOrder } from '#lib/domain/orders/create.ts'
import { fetchOrder } from '#lib/domain/orders/fetch.ts'
import { updateOrder } from '#lib/domain/orders/update.ts'
import { isAppError } from '#lib/pipeline/errors.ts'
import { createReader, type Read, type StatementReader, withPrefetched } from '#lib/pipeline/reader.ts'
import { codesOf } from '#lib/process/availability.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'

let instance: Instance
beforeAll(async () => {
  instance = await openInstance()
})
afterAll(() => instance.close())

/** A reader that remembers its statements. */
function observed(options: { join?: boolean; least?: 1 | 2 } = {}) {
  const statements: string[] = []
  const query: Query = (text, values) => {
    statements.push(text)
    return instance.runtime.query(text, values)
  }
  return { reader: createReader({ query, ...options }), statements }
}

const echo = (value: unknown, cast: string): Read => ({ columns: `$1::${cast} AS value`, values: [value] })
const account = (id: string): Read => ({
  columns: '(SELECT to_jsonb(r) FROM (SELECT * FROM accounts WHERE id = $1) r) AS account',
  values: [id],
})
const allOf = (reads: Read[], reader = observed().reader) =>
  Promise.all(reads.map((read) => reader.read(read)))

describe('reads', () => {
  it('that begin together share a statement, and each gets its own row', async () => {
    const { test, live } = instance.merchant.accounts
    const { reader, statements } = observed()
    const rows = await allOf([live, 'acc_missing', test, live].map(account), reader)
    expect(rows.map(({ account }) => (account as { id: string } | null)?.id)).toEqual([
      live,
      undefined,
      test,
      live,
    ])
    expect(statements).toHaveLength(1)
  })

  it('of other columns, or with other kinds of values, share none', async () => {
    const { reader, statements } = observed()
    const rows = await allOf([echo('1', 'text'), echo('2', 'int'), echo(3, 'int'), echo('4', 'text')], reader)
    expect(rows.map(({ value }) => value)).toEqual(['1', 2, 3, '4'])
    expect(statements).toHaveLength(3)
  })

  it('that arrive while the lanes are busy share the next statement', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const statements: string[] = []
    const reader = createReader({
      query: async <Row>(text: string, values: unknown[]) => {
        statements.push(text)
        await released
        return instance.runtime.query<Row>(text, values)
      },
    })
    const busy = ['a', 'b', 'c'].map((name) => reader.read({ columns: `$1::text AS ${name}`, values: ['x'] }))
    await new Promise((resolve) => setImmediate(resolve))
    const rows = []
    for (const value of ['1', '2', '3']) {
      rows.push(reader.read(echo(value, 'text')))
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(statements).toHaveLength(3)
    release()
    expect((await Promise.all(rows)).map(({ value }) => value)).toEqual(['1', '2', '3'])
    await Promise.all(busy)
    expect(statements).toHaveLength(4)
  })

  it('of a value that has no type by itself are made alone', async () => {
    const { reader, statements } = observed()
    const rows = await allOf([echo(null, 'text'), echo(null, 'text'), echo(0.5, 'float8')], reader)
    expect(rows.map(({ value }) => value)).toEqual([null, null, 0.5])
    expect(statements).toHaveLength(3)
  })

  it('fail alone', async () => {
    const divided = (by: number): Read => ({ columns: '(12 / $1::bigint)::int AS value', values: [by] })
    const { reader } = observed()
    const [one, two, three] = await Promise.allSettled([3, 0, 4].map((by) => reader.read(divided(by))))
    expect([one, three].map((settled) => settled?.status === 'fulfilled' && settled.value.value)).toEqual([
      4, 3,
    ])
    expect(two?.status === 'rejected' && codesOf(two.reason)).toContain('22012')
  })

  it('wait up to a limit, and those beyond it are told to try again', async () => {
    const { reader } = observed()
    const waiting = Array.from({ length: 5000 }, (_, number) => reader.read(echo(number, 'int')))
    const refusal = await reader.read(echo(0, 'int')).catch((error: unknown) => error)
    expect(isAppError(refusal) && [refusal.reason, refusal.retryAfter]).toEqual(['service_unavailable', 1])
    expect((await Promise.all(waiting)).map(({ value }) => value)).toEqual(waiting.map((_, number) => number))
  })

  /** A reader whose statements wait to be ended, each by what it is told. */
  function pending(options: { join?: boolean } = {}) {
    const open: { text: string; end: (code?: string) => void }[] = []
    const query: Query = <Row>(text: string) =>
      new Promise<{ rows: Row[] }>((resolve, reject) => {
        const end = (code?: string) =>
          code
            ? reject(Object.assign(new Error(`Failed: ${text}`), { code }))
            : resolve({ rows: [{} as Row] })
        open.push({ text, end })
      })
    /** The statements that have begun since, once nothing more begins by itself. */
    const begun = async () => {
      for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
      return open.splice(0)
    }
    return { reader: createReader({ query, ...options }), begun }
  }
  const several = (count: number, value: unknown = 'x') =>
    Array.from({ length: count }, () => echo(value, 'text'))

  it('all fail with the connection, and are not repeated', async () => {
    const { reader, begun } = pending()
    const reads = Promise.allSettled(several(20).map(reader.read))
    const [only, ...more] = await begun()
    expect(more).toHaveLength(0)
    only?.end('08006')
    for (const settled of await reads)
      expect(settled.status === 'rejected' && codesOf(settled.reason)).toEqual(['08006'])
    expect(await begun()).toHaveLength(0)
  })

  it('that are repeated alone are so one after another in their lanes', async () => {
    const { reader, begun } = pending()
    const reads = Promise.allSettled(several(64 * 4).map(reader.read))
    for (const { end } of await begun()) end('22012')
    const alone = await begun()
    expect(alone).toHaveLength(3)
    let statements = 0
    for (let now = alone; now.length > 0; now = await begun()) {
      expect(now.length).toBeLessThanOrEqual(3)
      for (const { text, end } of now) {
        if (!text.includes('one_read')) statements += 1
        end(text.includes('one_read') ? '22012' : undefined)
      }
    }
    expect(statements).toBe(64 * 4)
    expect((await reads).every(({ status }) => status === 'fulfilled')).toBe(true)
  })

  it('that are repeated alone end with the connection: those that are left get its error', async () => {
    const { reader, begun } = pending()
    const reads = Promise.allSettled(several(20).map(reader.read))
    for (const code of ['22012', undefined, '08006']) {
      const [only, ...more] = await begun()
      expect(more).toHaveLength(0)
      only?.end(code)
    }
    const [made, ...lost] = await reads
    expect(made?.status).toBe('fulfilled')
    for (const settled of lost)
      expect(settled.status === 'rejected' && codesOf(settled.reason)).toEqual(['08006'])
    expect(await begun()).toHaveLength(0)
  })

  it.each([
    ['of a value without a type', { join: true }, null, 3],
    ['where joining is off', { join: false }, 'x', 10],
  ])('%s wait for a lane up to the same limit', async (_, options, value, lanes) => {
    const { reader, begun } = pending(options)
    const reads = Promise.all(several(lanes, value).map(reader.read))
    let now = await begun()
    expect(now).toHaveLength(lanes)
    const waiting = Promise.all(several(5000, value).map(reader.read))
    expect(await begun()).toHaveLength(0)
    const refusal = await reader.read(echo(value, 'text')).catch((error: unknown) => error)
    expect(isAppError(refusal) && [refusal.reason, refusal.retryAfter]).toEqual(['service_unavailable', 1])
    for (; now.length > 0; now = await begun()) {
      expect(now.length).toBeLessThanOrEqual(lanes)
      for (const { end } of now) end()
    }
    expect((await waiting).length + (await reads).length).toBe(5000 + lanes)
  })

  it('of a value without a type do not wait for the lanes of those that share a statement', async () => {
    const { reader, begun } = pending()
    const shared = ['a', 'b', 'c'].map((name) =>
      reader.read({ columns: `$1::text AS ${name}`, values: ['x'] }),
    )
    const busy = await begun()
    expect(busy).toHaveLength(3)
    const alone = reader.read(echo(null, 'text'))
    const [only, ...more] = await begun()
    expect(more).toHaveLength(0)
    only?.end()
    await alone
    for (const { end } of busy) end()
    await Promise.all(shared)
  })

  it('of which one row is there already ask for it once, and for every other', async () => {
    const { reader, statements } = observed()
    const known = withPrefetched(reader, echo('1', 'text'), { value: 'known' })
    const rows = []
    for (const value of ['2', '1', '1']) rows.push(await known.read(echo(value, 'text')))
    expect(rows.map(({ value }) => value)).toEqual(['2', 'known', '1'])
    expect(statements).toHaveLength(2)
  })

  it('are each a statement where joining is off', async () => {
    const { reader, statements } = observed({ join: false })
    await allOf(
      ['1', '2', '3'].map((value) => echo(value, 'text')),
      reader,
    )
    expect(statements).toHaveLength(3)
  })

  const text = fc.string({ unit: 'grapheme', maxLength: 20 }).filter((value) => !value.includes('\0'))
  const odd = fc.constantFrom('', 'NULL', '{}', '"', '\\', ',', '{"a"}', "'", ' ', '\\"')
  const whole = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })

  it.each([
    ['texts', 'text', text],
    ['lists', 'text[]', fc.array(fc.oneof(text, odd), { maxLength: 4 })],
    ['numbers', 'bigint', whole],
    ['choices', 'boolean', fc.boolean()],
    ['bytes', 'bytea', fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes))],
  ] as const)('read the same together as alone: %s', async (_, cast, values: fc.Arbitrary<unknown>) => {
    const alone = observed({ join: false }).reader
    await fc.assert(
      fc.asyncProperty(fc.array(values, { minLength: 1, maxLength: 10 }), async (several) => {
        const reads = several.map((value, index) => ({
          columns: `$1::${cast}::text AS value, $2::text AS other`,
          values: [value, `other ${index}`],
        }))
        expect(await allOf(reads, observed({ least: 1 }).reader)).toEqual(await allOf(reads, alone))
      }),
      { numRuns: 40 },
    )
  })
})

describe('operations at once', () => {
  /** Replaces the notes of twenty orders at once, each with its own number. @returns what went wrong */
  async function mixedUp(reader: StatementReader): Promise<string[]> {
    const before = instance.runtime.reader
    const orders = []
    for (let number = 0; number < 20; number += 1)
      orders.push(await instance.run(createOrder, { amount: 100 + number, currency: 'INR' }))
    instance.runtime.reader = reader
    try {
      const wrong: string[] = []
      const updated = await Promise.all(
        orders.map(({ id }, number) => instance.run(updateOrder, { id, notes: { number: String(number) } })),
      )
      for (const [number, { id, amount }] of updated.entries())
        if (id !== orders[number]?.id || amount !== 100 + number)
          wrong.push(`${number} was answered with another`)
      for (const [number, { id }] of orders.entries()) {
        const { notes } = await instance.run(fetchOrder, { id })
        if (Object.entries(notes).join() !== `number,${number}`) wrong.push(`${number} was not changed`)
      }
      return wrong
    } finally {
      instance.runtime.reader = before
    }
  }

  it('share what they read, and each decides on its own record', async () => {
    const { reader, statements } = observed()
    expect(await mixedUp(reader)).toEqual([])
    expect(statements.filter((text) => text.includes('one_read')).length).toBeGreaterThan(0)
  })

  it('would be noticed to decide on the record of another', async () => {
    const swapped = createReader({
      async query<Row>(text: string, values: unknown[]) {
        const { rows } = await instance.runtime.query<Row>(text, values)
        return { rows: rows.toReversed() }
      },
    })
    expect(await mixedUp(swapped)).not.toEqual([])
  })
})
