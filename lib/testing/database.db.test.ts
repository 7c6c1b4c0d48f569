import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from './database.ts'

/** A connection to a database of its own, and the errors that it is cut off with. */
async function openClient() {
  const { url, drop } = await createTestDatabase()
  const client = new Client({ connectionString: url })
  const errors: string[] = []
  client.on('error', ({ message }) => errors.push(message))
  await client.connect()
  return { client, errors, drop }
}

test('a database is dropped once the connections that are being closed have ended', async () => {
  const { client, errors, drop } = await openClient()
  const closed = sleep(100).then(() => client.end())
  await drop()
  await closed
  expect(errors).toEqual([])
})

test('a connection that stays open is cut off', async () => {
  const { errors, drop } = await openClient()
  await drop()
  await expect.poll(() => errors.length).toBeGreaterThan(0)
})
