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

/** The error that an earlier request with the same idempotency key got, thrown again unchanged. */
export class StoredError extends Error {
  readonly status: number
  readonly text: string
  constructor(stored: Stored) {
    super('The first request with this idempotency key failed.')
    this.name = 'StoredError'
    this.status = stored.status
    this.text = stored.body
  }
}

/** By name and not by class: Next's bundle and plain Node each load this file once. */
export function isStoredError(thrown: unknown): thrown is StoredError {
  return thrown instanceof Error && thrown.name === 'StoredError'
}

/**
 * The first response again. Its value was validated when it was made.
 * @throws StoredError when the first request failed
 */
export function replay<T>(stored: Stored): Result<T> {
  if (stored.status >= 400) throw new StoredError(stored)
  return { status: stored.status, value: JSON.parse(stored.body), text: stored.body, replayed: true }
}
