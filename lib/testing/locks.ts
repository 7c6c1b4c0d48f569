import pg from 'pg'

type Asking = { query(...requested: unknown[]): unknown }

/** A row of one of these tables is locked by what follows it in a statement. */
const LOCKS =
  /\bUPDATE\s+(?:"public"\.)?"?(\w+)"?(?:\s+(?:AS\s+)?\w+)?\s+SET\b|INSERT INTO (approval_locks)\b|\bDELETE FROM\s+(\w+)\b|\bFROM\s+"?(\w+)"?(?:\s+\w+)?\s+(?:WHERE|JOIN)(?:(?!\bFROM\b)[^;])*?\bFOR (?:(?:NO )?KEY )?(?:UPDATE|SHARE)\b/g

/** The tables whose rows each transaction of this process locks while `work` runs, in the order of their first lock. */
export async function locksOf(work: () => Promise<unknown>): Promise<string[][]> {
  const client = pg.Client.prototype as unknown as Asking
  const { query } = client
  const open = new Map<Asking, string[]>()
  const done: string[][] = []
  client.query = function (this: Asking, ...requested) {
    const text = textOf(requested[0])
    if (/^\s*BEGIN/i.test(text)) open.set(this, [])
    // A statement of its own is a transaction, too.
    const locked = open.get(this) ?? []
    for (const [, ...tables] of text.matchAll(LOCKS)) {
      const table = tables.find((name) => name !== undefined)
      if (table && !locked.includes(table)) locked.push(table)
    }
    if (!open.has(this) || /^\s*(?:COMMIT|ROLLBACK)/i.test(text)) {
      done.push(locked)
      open.delete(this)
    }
    return query.apply(this, requested)
  }
  try {
    await work()
    return done
  } finally {
    client.query = query
  }
}

function textOf(request: unknown): string {
  if (typeof request === 'string') return request
  return typeof request === 'object' && request !== null && 'text' in request ? String(request.text) : ''
}
