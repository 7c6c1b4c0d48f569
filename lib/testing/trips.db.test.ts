import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, openDatabase } from '#lib/database/client.ts'
import { createTestDatabase } from '#lib/testing/database.ts'
import { tripsOf } from '#lib/testing/trips.ts'

let database: Database
let url: string
let drop: () => Promise<void>
beforeAll(async () => {
  ;({ url, drop } = await createTestDatabase())
  database = openDatabase(url, 2)
})
afterAll(async () => {
  await database.close()
  await drop()
})

const one = () => database.query('SELECT 1 AS one', [])

it('counts each statement, wherever it runs, and nothing afterwards', async () => {
  await one()
  expect(await tripsOf(async () => (await one()).rows)).toEqual({ value: [{ one: 1 }], trips: 1 })
  expect((await tripsOf(() => Promise.all([one(), one(), one()]))).trips).toBe(3)
  expect((await tripsOf(() => one().then(one))).trips).toBe(2)
})

it('counts the beginning and the end of a transaction', async () => {
  const { trips } = await tripsOf(() =>
    database.prisma.$transaction((tables) => tables.$queryRawUnsafe('SELECT 1')),
  )
  expect(trips).toBe(3)
})

it('counts what is sent at once as one', async () => {
  const client = new pg.Client({ connectionString: url, pipeline: true } as pg.ClientConfig)
  await client.connect()
  const ask = (value: number) => client.query('SELECT $1::int AS value', [value])
  expect((await tripsOf(() => Promise.all([ask(1), ask(2), ask(3)]))).trips).toBe(1)
  expect((await tripsOf(() => ask(1).then(() => ask(2)))).trips).toBe(2)
  await client.end()
})
