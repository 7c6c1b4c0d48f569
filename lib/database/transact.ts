import { isRetryable } from '#lib/process/availability.ts'

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
