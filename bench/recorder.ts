import pg from 'pg'

/** A statement as the client sent it. */
export type Statement = { text: string; values: unknown[] }

/** Runs work of this process and returns the statements that it sent to PostgreSQL, Prisma's among them, in order. */
export async function record(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = []
  const prototype = pg.Client.prototype as unknown as { query: (...given: unknown[]) => unknown }
  const original = prototype.query
  prototype.query = function (this: unknown, ...given: unknown[]) {
    const [query, values] = given
    const { text, values: own } = typeof query === 'string' ? { text: query } : (query as Partial<Statement>)
    if (text) statements.push({ text, values: own ?? (Array.isArray(values) ? values : []) })
    return original.apply(this, given)
  }
  try {
    await work()
  } finally {
    prototype.query = original
  }
  return statements
}
