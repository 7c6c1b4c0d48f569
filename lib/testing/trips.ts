import pg from 'pg'

/** The messages after which the client waits for the server. */
const ROUND_TRIP_MESSAGES = ['query', 'sync', 'flush'] as const

/** What is counted of a connection: each message is sent on as it was given. */
type Wire = Pick<pg.Connection, 'off' | 'prependListener'> &
  Record<(typeof ROUND_TRIP_MESSAGES)[number], (...given: unknown[]) => void>

/**
 * The result of `work`, and how many round trips to the database this process made meanwhile, over whichever pool. It
 * counts at the wire: what is sent while a connection still waits for its response is part of the trip under way, so a
 * pipeline is one trip. BEGIN and COMMIT count as well.
 */
export async function tripsOf<T>(work: () => Promise<T>): Promise<{ value: T; trips: number }> {
  const wire = pg.Connection.prototype as Wire
  const originals = ROUND_TRIP_MESSAGES.map((name) => [name, wire[name]] as const)
  const waiting = new Map<Wire, number>()
  let trips = 0
  const ready = function (this: Wire) {
    waiting.set(this, (waiting.get(this) ?? 1) - 1)
  }
  for (const [name, send] of originals) {
    wire[name] = function (this: Wire, ...given) {
      // First of all listeners, since those of the client may send the next statement at once.
      if (!waiting.has(this)) this.prependListener('readyForQuery', ready)
      const before = waiting.get(this) ?? 0
      if (before === 0) trips += 1
      // After a flush the server sends rows, but it is ready only after the sync that follows.
      waiting.set(this, before + (name === 'flush' ? 0 : 1))
      send.apply(this, given)
    }
  }
  try {
    return { value: await work(), trips }
  } finally {
    for (const [name, send] of originals) wire[name] = send
    for (const connection of waiting.keys()) connection.off('readyForQuery', ready)
  }
}
