import { afterAll, beforeAll, expect, it } from 'vitest'
import { flushRequestLog } from '#lib/surfaces/request-log.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { openRest, runnerOver } from '#lib/testing/rest.ts'
import { type CountedOperation, MAX_TRIPS_OF_REQUESTS, openTrips } from '#lib/testing/trip-operations.ts'

let instance: Instance
let tripsOfOne: (name: CountedOperation) => Promise<number>
const settle = () => flushRequestLog(instance.runtime.query)
beforeAll(async () => {
  instance = await openInstance({ queue: 'database' })
  tripsOfOne = await openTrips(instance, runnerOver(await openRest(instance)), settle)
})
afterAll(async () => {
  await settle()
  await instance.close()
})

// The API key is known for a second, and the request log is written for many requests together.
it.each(MAX_TRIPS_OF_REQUESTS)(
  '%s over the REST API takes no trip more than its operation',
  async (name, max) => {
    const trips = await tripsOfOne(name)
    expect(trips, `${name} took ${trips} trips; at most ${max} are allowed.`).toBeLessThanOrEqual(max)
  },
)
