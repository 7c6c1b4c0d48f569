import { afterAll, beforeAll, expect, it } from 'vitest'
import { createThrottle } from '#lib/auth/throttle.ts'
import { createTestDatabase } from '#lib/testing/database.ts'
import { type Heartbeat, startHeartbeat } from './heartbeat.ts'

let made: Awaited<ReturnType<typeof createTestDatabase>>
const beating: Heartbeat[] = []
beforeAll(async () => {
  made = await createTestDatabase()
})
afterAll(async () => {
  for (const heartbeat of beating) await heartbeat.stop()
  await made.drop()
})

it('servers tell each other of callers, soon where one comes often', async () => {
  const [one, other] = [
    createThrottle({ perSecond: 10, burst: 1_000_000 }),
    createThrottle({ perSecond: 10, burst: 1_000_000 }),
  ]
  const heard: Record<string, number>[] = []
  const sharing = {
    ...other.shared,
    heard: (others: ReadonlyMap<string, Record<string, number>>) => {
      heard.push(...others.values())
      other.shared.heard(others)
    },
  }
  beating.push(await startHeartbeat(made.url, false, { sharing: one.shared }))
  beating.push(await startHeartbeat(made.url, false, { sharing }))
  beating.push(await startHeartbeat(made.url, true, { kind: 'worker' }))
  let sent = 0
  // A server counts once it knows of another.
  await expect
    .poll(async () => {
      await one.check('key_1')
      sent += 1
      return heard.at(-1)?.key_1 ?? 0
    })
    .toBeGreaterThan(0)
  expect(heard.at(-1)?.key_1).toBeLessThanOrEqual(sent)
})
