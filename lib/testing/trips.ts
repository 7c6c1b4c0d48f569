import pg from 'pg'

type Asking = { query(...asked: unknown[]): unknown }

/** What `work` comes to, and how often this process asked the database something meanwhile, by whatever way. */
export async function tripsOf<T>(work: () => Promise<T>): Promise<{ value: T; trips: number }> {
  const client = pg.Client.prototype as unknown as Asking
  const { query } = client
  let trips = 0
  client.query = function (this: Asking, ...asked) {
    trips += 1
    return query.apply(this, asked)
  }
  try {
    return { value: await work(), trips }
  } finally {
    client.query = query
  }
}
