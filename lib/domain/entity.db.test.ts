import fc from 'fast-check'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { fetchPayment } from '#lib/domain/payments/fetch.ts'
import { fetchAllPayments } from '#lib/domain/payments/fetch-all.ts'
import { Payment } from '#lib/domain/payments/schema.ts'
import { Collection, collection } from '#lib/filters/page.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Context } from '#lib/pipeline/operation.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { ENTITIES } from './entities.ts'
import type { Entity } from './entity.ts'

type Row = Record<string, unknown>

let instance: Instance
let client: pg.PoolClient
beforeAll(async () => {
  instance = await openInstance()
  client = await instance.database.pool.connect()
})
afterAll(async () => {
  client.release()
  await instance.close()
})

/** Values that are easily lost: what JSON escapes, the separators and the text for NULL, and other scripts. */
const text = fc.oneof(
  fc.constantFrom(
    '',
    '~',
    'null',
    't',
    '"',
    '\\',
    '\x7f',
    '~\x7f~',
    '\n\t\b\f\r\x01',
    '\u2028',
    'ಮೈಸೂರು',
    '😀',
    '{}',
  ),
  fc.string({ unit: 'grapheme' }).filter((drawn) => !drawn.includes('\0')),
)
/** JSON.parse of Node 24 reads the key `"` as `\\` in an object that otherwise equals one with that key. */
const key = text.filter((drawn) => !/["\\]/.test(drawn))
const pairs = fc.dictionary(fc.oneof(key, fc.nat().map(String)), text).map(withoutPrototype)
const value = fc.oneof(text, fc.maxSafeNat(), fc.boolean(), fc.constant(null), pairs)
const payload = fc.dictionary(key, fc.record({ entity: fc.dictionary(key, value).map(withoutPrototype) }))

/** No record that was parsed has such a key. */
function withoutPrototype(record: object): object {
  return Object.fromEntries(Object.entries(record).filter(([key]) => key !== '__proto__'))
}

/** PostgreSQL keeps neither NUL nor half of a surrogate pair. */
function asJson(drawn: fc.Arbitrary<object>): fc.Arbitrary<string> {
  return drawn.map((value) => JSON.stringify(value)).filter((text) => !/\\u0000|\\ud[89a-f]/.test(text))
}

const BY_TYPE: Record<string, fc.Arbitrary<unknown>> = {
  text,
  bigint: fc.maxSafeNat(),
  integer: fc.nat(),
  boolean: fc.boolean(),
  jsonb: asJson(pairs),
  ARRAY: fc.array(text, { maxLength: 3 }),
  bytea: fc.constant(Buffer.from('secret')),
}

/** Rows with values of every kind that the schema of the table allows. */
async function rowsFor(entity: Entity): Promise<{ names: string[]; row: fc.Arbitrary<unknown[]> }> {
  const { rows } = await client.query<{ name: string; type: string; nullable: boolean }>(
    `SELECT column_name AS name, data_type AS type, is_nullable = 'YES' AS nullable FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = $1 ORDER BY ordinal_position`,
    [entity.table],
  )
  const known = z.toJSONSchema(entity.schema, { io: 'output', unrepresentable: 'any' }).properties ?? {}
  const values = rows.map(({ name, type, nullable }) => {
    const { enum: choices, anyOf = [] } = (known[name] ?? {}) as {
      enum?: string[]
      anyOf?: { enum?: string[] }[]
    }
    const options = choices ?? anyOf.find((each) => each.enum)?.enum
    const value = options ? fc.constantFrom(...options) : name === 'payload' ? asJson(payload) : BY_TYPE[type]
    if (!value) throw new Error(`No values of the type ${type}.`)
    // A list is never NULL, though its column may be.
    return nullable && type !== 'ARRAY' ? fc.option(value) : value
  })
  return { names: rows.map(({ name }) => name), row: fc.tuple(...values) }
}

/** A context whose statements run on the one connection that has the generated rows. */
function contextOn(statements: string[]): Context {
  const rows = async (sql: string, values: unknown[]) => {
    statements.push(sql)
    return (await client.query(sql, values)).rows
  }
  return { rows } as Context
}

describe.each(Object.entries(ENTITIES))('the JSON of %s', (_, entity) => {
  it('is to the byte what the schema makes of the rows', async () => {
    const { names, row } = await rowsFor(entity)
    await client.query(`CREATE TEMP TABLE ${entity.table} (LIKE public.${entity.table})`)
    try {
      await fc.assert(
        fc.asyncProperty(fc.array(row, { maxLength: 4 }), async (drawn) => {
          await client.query(`TRUNCATE pg_temp.${entity.table}`)
          for (const values of drawn) {
            const places = values.map((_, index) => `$${index + 1}`).join(', ')
            await client.query(
              `INSERT INTO pg_temp.${entity.table} (${names.join(', ')}) VALUES (${places})`,
              values,
            )
          }
          const { rows } = await client.query<Row>(`SELECT * FROM ${entity.table} ORDER BY ctid`)
          const from = { sql: `FROM ${entity.table} ORDER BY ctid`, values: [] }
          expect(await entity.read(contextOn([]), from)).toEqual(
            rows.map((each) => JSON.stringify(entity.schema.parse(each))),
          )
        }),
        { numRuns: 40 },
      )
    } finally {
      await client.query(`DROP TABLE pg_temp.${entity.table}`)
    }
  })
})

describe('a page whose values cannot be told apart', () => {
  it.each(['a\x7fb', '~'])('is read as rows: %j', async (description) => {
    const statements: string[] = []
    const { account_id } = await inserted({ description })
    const from = {
      sql: 'FROM payments WHERE account_id = ? AND description = ?',
      values: [account_id, description],
    }
    const [text] = await ENTITIES.payment.read(contextOn(statements), from)
    expect(JSON.parse(text ?? '')).toMatchObject({ description })
    expect(statements).toHaveLength(2)
  })
})

describe('an operation whose response is written already', () => {
  it('responds what its schema would make of the rows, and has the value of that', async () => {
    const { account_id } = await inserted({ description: 'Tea "Nilgiri"', bank: null })
    const { rows } = await client.query(
      'SELECT * FROM payments WHERE account_id = $1 ORDER BY created_at DESC, id DESC',
      [account_id],
    )
    const list = await execute(
      instance.runtime,
      fetchAllPayments,
      instance.actor,
      { count: 100 },
      { requestId: 'req_1' },
    )
    const value = Collection(Payment).parse(collection(rows))
    expect(list.text).toBe(JSON.stringify(value))
    expect(list.value).toEqual(value)
    const [first] = value.items
    const one = await execute(
      instance.runtime,
      fetchPayment,
      instance.actor,
      { id: first?.id },
      { requestId: 'req_2' },
    )
    expect(one.text).toBe(JSON.stringify(first))
    expect(one.value).toEqual(first)
  })
})

let drawn = 0
async function inserted(set: Row): Promise<Row> {
  drawn += 1
  const id = `pay_${String(drawn).padStart(14, '0')}`
  const row = {
    account_id: instance.merchant.accounts.test,
    id,
    amount: 100,
    currency: 'INR',
    status: 'created',
  }
  const all: Row = { ...row, method: 'upi', captured: false, created_at: drawn, ...set }
  const places = Object.keys(all).map((_, index) => `$${index + 1}`)
  await client.query(
    `INSERT INTO payments (${Object.keys(all).join(', ')}) VALUES (${places.join(', ')})`,
    Object.values(all),
  )
  return all
}
