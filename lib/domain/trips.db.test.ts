import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { type CountedOperation, MAX_TRIPS, openTrips } from '#lib/testing/trip-operations.ts'

let instance: Instance
let tripsOfOne: (name: CountedOperation) => Promise<number>
beforeAll(async () => {
  instance = await openInstance({ queue: 'database' })
  tripsOfOne = await openTrips(instance)
})
afterAll(() => instance.close())

it.each(Object.entries(MAX_TRIPS) as [CountedOperation, number][])(
  '%s takes no more trips than the table allows',
  async (name, max) => {
    const trips = await tripsOfOne(name)
    expect(trips, `${name} took ${trips} trips; at most ${max} are allowed.`).toBeLessThanOrEqual(max)
  },
)
