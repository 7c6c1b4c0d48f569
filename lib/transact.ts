/** SQLSTATEs and Prisma's code of a transaction that lost a race and may simply run again. */
const RETRYABLE = new Set(['40001', '40P01', 'P2034'])

/**
 * Runs a transaction, and again when it lost a race against another (serialization failure, deadlock), at most
 * five times with a short random pause. The body must have no effect outside the database.
 */
export async function transact<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run()
    } catch (thrown) {
      if (attempt === 5 || !isRetryable(thrown)) throw thrown
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** attempt))
    }
  }
}

/** An error to throw inside a transaction that has seen another get ahead of it, so that it runs again and sees what the other did. */
export function repeatTransaction(cause: unknown): Error {
  return Object.assign(new Error('Another transaction was first.', { cause }), { code: 'P2034' })
}

function isRetryable(thrown: unknown): boolean {
  return codesOf(thrown).some((code) => RETRYABLE.has(code))
}

/** SQLSTATE classes and codes of a database that is away: refused, shut down, starting, out of connections. */
const AWAY =
  /^(08...|57P0[123]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|P1001|P1002|P1008|P1017|P2024|P2028)$/

/** Whether an error means that the database could not be reached, so that the same request may succeed in a moment. */
export function isDatabaseAway(thrown: unknown): boolean {
  if (codesOf(thrown).some((code) => AWAY.test(code))) return true
  return /Connection terminated|timeout exceeded when trying to connect|Server has closed the connection/.test(
    String((thrown as Error)?.message),
  )
}

/** The SQLSTATE or Prisma code of a database error, wherever in the chain it hides. */
export function codesOf(thrown: unknown): string[] {
  const codes: string[] = []
  let current: unknown = thrown
  for (let depth = 0; depth < 6 && typeof current === 'object' && current !== null; depth += 1) {
    const { code, originalCode, meta, cause, driverAdapterError } = current as Record<string, unknown>
    for (const candidate of [code, originalCode, (meta as { code?: unknown } | undefined)?.code]) {
      if (typeof candidate === 'string') codes.push(candidate)
    }
    current =
      cause ??
      driverAdapterError ??
      (meta as { driverAdapterError?: unknown } | undefined)?.driverAdapterError
  }
  return codes
}
