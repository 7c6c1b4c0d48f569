import type { Desk } from '#lib/testing/desk.ts'

/** What `work` comes to, and how often it took a connection to the database. */
export async function tripsOf<T>(desk: Desk, work: () => Promise<T>): Promise<{ value: T; trips: number }> {
  const { pool } = desk.database
  let trips = 0
  const count = () => {
    trips += 1
  }
  pool.on('acquire', count)
  try {
    return { value: await work(), trips }
  } finally {
    pool.off('acquire', count)
  }
}
