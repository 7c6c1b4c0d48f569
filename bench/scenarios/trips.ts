import type { Result, Setting } from '#bench/scenarios/scenario.ts'
import { openInstance } from '#lib/testing/instance.ts'
import { type CountedOperation, MAX_TRIPS, openTrips } from '#lib/testing/trip-operations.ts'

/** The round trips of each operation to the database, counted as in the test that holds them, on an instance of its own. */
export async function trips({ cluster }: Setting): Promise<Result> {
  const instance = await openInstance({ url: await cluster.fresh('bench_trips'), queue: 'database' })
  try {
    const tripsOfOne = await openTrips(instance)
    const figures: Result['figures'] = []
    for (const name of Object.keys(MAX_TRIPS) as CountedOperation[])
      figures.push({ what: `${name}, trips`, value: await tripsOfOne(name), unit: 'trips' })
    return { outcomes: [], plans: [], figures, notes: [] }
  } finally {
    await instance.close()
  }
}
