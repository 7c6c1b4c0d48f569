import type { Readable } from 'node:stream'

/** Both ends belong to it, as in the Range field of HTTP. */
export type ByteRange = { first: number; last: number }

/** An object of a listing; its time is in Unix seconds. */
export type Listed = { key: string; stored_at: number }

/**
 * Where bytes live that are too many for a table: a folder, or an S3-compatible store. Keys are made by us: segments of
 * letters, digits, `_`, `-` and `.` with slashes between.
 */
export type Storage = {
  /**
   * Stores what `bytes` gives, as it comes. The object is there whole or not at all: when `bytes` throws, so does this,
   * and nothing is left behind.
   */
  put(key: string, bytes: AsyncIterable<Uint8Array>): Promise<void>
  /** The bytes, or a part of them, as a stream that reads no faster than it is read from. @throws NotStored */
  get(key: string, range?: ByteRange): Promise<Readable>
  /** Harmless when there is no such object. */
  delete(key: string): Promise<void>
  /** Every object whose key begins with the prefix. */
  list(prefix: string): AsyncIterable<Listed>
  /** Removes the remains of interrupted writes that began before a time (Unix seconds). @returns how many */
  clearUnfinished(before: number): Promise<number>
}

/** Judges bytes. @throws document_check_unavailable when it cannot */
export type Scan = (bytes: Readable) => Promise<'clean' | 'harmful'>

/** Where the bytes of a document lie. */
export function documentKey(accountId: string, id: string): string {
  return `documents/${accountId}/${id}`
}

/** Where the bytes of a scheduled export lie: each attempt to make it has its own place. */
export function exportKey(accountId: string, id: string, attempt: string): string {
  return `exports/${accountId}/${id}/${attempt}`
}

/** Thrown when there is no object under a key. By name and not by class, as errors.ts says. */
export class NotStored extends Error {
  constructor(key: string, options?: ErrorOptions) {
    super(`Nothing is stored under ${key}.`, options)
    this.name = 'NotStored'
  }
}

export function isNotStored(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.name === 'NotStored'
}

/** Rejects a key that could leave its folder: always a fault of the server. */
export function assertKey(key: string): void {
  if (!/^[\w-][\w.-]*(?:\/[\w-][\w.-]*)+$/.test(key)) throw new Error(`"${key}" is no key of the storage.`)
}
