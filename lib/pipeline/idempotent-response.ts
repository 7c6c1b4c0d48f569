import { StoredError } from '#lib/pipeline/errors.ts'
import type { Stored } from '#lib/pipeline/idempotency.ts'
import type { Result, Runtime } from '#lib/pipeline/operation.ts'

const SEALED = 'sealed:'

/** A response as stored for its idempotency key: encrypted where the operation is confidential. */
export function keptBody(runtime: Runtime, operation: { confidential?: boolean }, text: string): string {
  if (!operation.confidential) return text
  return SEALED + Buffer.from(runtime.vault.seal(text)).toString('base64')
}

/** The stored response. None of ours begins like a sealed one: they are JSON. */
export function readable(runtime: Runtime, stored: Stored): Stored {
  if (!stored.body.startsWith(SEALED)) return stored
  return { ...stored, body: runtime.vault.open(Buffer.from(stored.body.slice(SEALED.length), 'base64')) }
}

/**
 * The first response again. Its value was validated when it was made.
 * @throws StoredError when the first request failed
 */
export function replay<T>(stored: Stored): Result<T> {
  if (stored.status >= 400) throw new StoredError(stored)
  return { status: stored.status, value: JSON.parse(stored.body), text: stored.body, replayed: true }
}
