import { existsSync, rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Killable, openKillable } from './instance.ts'

/** A build that takes about a minute, and that no test waits for. */
const BUILD_DIR = '.test/faults/first-build-pages'

let instance: Killable
beforeAll(async () => {
  rmSync(BUILD_DIR, { recursive: true, force: true })
  instance = await openKillable('first-build', { BUILD_DIR })
})
afterAll(async () => {
  await instance.stop()
  rmSync(BUILD_DIR, { recursive: true, force: true })
})

it('serves the API while the pages are being built, and a stop does not wait for them', async () => {
  await instance.start('', '/healthz')
  const order = await instance.ask('POST', '/orders', { amount: 50_000, currency: 'INR' })
  expect(order.status).toBe(201)
  expect(existsSync(`${BUILD_DIR}/sources.sha256`)).toBe(false)
  await instance.stop()
  expect(existsSync(`${BUILD_DIR}/sources.sha256`)).toBe(false)
})
