import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { emptyDatabase } from '#lib/testing/backups.ts'
import { copyIn, copyOut } from './copy.ts'

let target: Awaited<ReturnType<typeof emptyDatabase>>
let client: Client
beforeAll(async () => {
  target = await emptyDatabase()
  client = new Client({ connectionString: target.url })
  client.on('error', () => undefined)
  await client.connect()
  await client.query('CREATE TABLE copied (id bigint, text text, json jsonb, bytes bytea, list text[])')
})
afterAll(async () => {
  await client.end()
  await target.drop()
})

async function partsOf(sql: string, partSize: number) {
  const parts: { bytes: Buffer; rows: number }[] = []
  await copyOut(client, sql, partSize, async (part) => {
    parts.push({ ...part, bytes: Buffer.from(part.bytes) })
    await new Promise((resolve) => setImmediate(resolve))
  })
  return parts
}

const ROWS = `SELECT n, CASE WHEN n % 7 = 0 THEN NULL ELSE repeat(E'a\\tb\\\\\\n', n % 50) END,
  jsonb_build_object('n', n, 't', E'\\u00e9"\\n'), sha256(n::text::bytea), ARRAY['x', NULL, n::text]
  FROM generate_series(1, 30000) n`

it.each([100_000, 200_000, 4_000_000])('moves every row, in parts of some %d bytes', async (partSize) => {
  await client.query('TRUNCATE copied')
  const parts = await partsOf(`COPY (${ROWS}) TO STDOUT`, partSize)
  expect(parts.reduce((sum, { rows }) => sum + rows, 0)).toBe(30_000)
  for (const { bytes } of parts) {
    expect(bytes.at(-1)).toBe(10)
    expect(bytes.length).toBeLessThan(partSize + 100_000)
  }
  let stored = 0
  // Each part is whole rows.
  for (const { bytes } of parts) stored += await copyIn(client, 'COPY copied FROM STDIN', bytes)
  expect(stored).toBe(30_000)
  const { rows } = await client.query(
    `SELECT count(*)::int FROM (SELECT * FROM copied EXCEPT ALL ${ROWS.replace('SELECT n,', 'SELECT n::bigint,')}) other`,
  )
  expect(rows[0].count).toBe(0)
})

it('moves rows that are larger than a part, and none', async () => {
  await client.query('TRUNCATE copied')
  expect(await partsOf('COPY copied TO STDOUT', 1000)).toEqual([])
  const text = randomBytes(3_000_000).toString('hex')
  await client.query('INSERT INTO copied (id, text) VALUES (1, $1), (2, $1)', [text])
  const parts = await partsOf('COPY copied TO STDOUT', 100_000)
  expect(parts.map(({ rows }) => rows)).toEqual([1, 1])
})

it('reports an error of the server, and leaves the connection usable', async () => {
  await expect(partsOf('COPY nothing TO STDOUT', 1000)).rejects.toThrow('relation "nothing" does not exist')
  const late = 'COPY (SELECT 1 / (20000 - n) FROM generate_series(1, 30000) n) TO STDOUT'
  await expect(partsOf(late, 1000)).rejects.toThrow('division by zero')
  await expect(copyIn(client, 'COPY copied FROM STDIN', Buffer.from('x\n'))).rejects.toThrow('invalid input')
  await expect(copyIn(client, 'COPY nothing FROM STDIN', Buffer.from('x\n'))).rejects.toThrow(
    'does not exist',
  )
  expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
})

it('ends when its rows cannot be used, or the connection is lost', async () => {
  const connect = async () => {
    const other = new Client({ connectionString: target.url })
    other.on('error', () => undefined)
    await other.connect()
    return other
  }
  const rows = 'COPY (SELECT repeat(md5(n::text), 10) FROM generate_series(1, 3000000) n) TO STDOUT'
  const failing = await connect()
  await expect(
    copyOut(failing, rows, 100_000, async () => {
      throw new Error('The disk is full.')
    }),
  ).rejects.toThrow('The disk is full.')
  const lost = await connect()
  const pid = (await lost.query('SELECT pg_backend_pid() AS pid')).rows[0].pid
  let count = 0
  await expect(
    copyOut(lost, rows, 100_000, async () => {
      count += 1
      if (count === 3) await client.query('SELECT pg_terminate_backend($1)', [pid])
    }),
  ).rejects.toThrow(/terminat/)
})
