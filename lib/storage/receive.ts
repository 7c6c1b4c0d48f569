import { createHash } from 'node:crypto'
import { refused } from '#lib/pipeline/errors.ts'
import type { Scan, Storage } from '#lib/ports/storage.ts'
import { DOCUMENT_BYTES } from '#lib/values/form-file.ts'
import { DECIDING, type DetectedType, typeOf } from './signature.ts'

/** What is known of a file once it is stored. */
export type Received = { mime_type: DetectedType; size: number; sha256: string }

type Place = { storage: Storage; scan: Scan | null }

/**
 * Stores a file as it arrives, while it is counted, hashed and scanned; only the current chunk is in memory. Nothing
 * of a rejected file is stored.
 * @throws document_too_large, document_empty, document_type_not_supported, document_rejected,
 * document_check_unavailable
 */
export async function receive(
  { storage, scan }: Place,
  key: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<Received> {
  const found = { hash: createHash('sha256'), size: 0, type: null as DetectedType | null }
  await storage.put(key, inspected(bytes, found))
  if (scan) await judge(scan, storage, key)
  return { mime_type: found.type as DetectedType, size: found.size, sha256: found.hash.digest('hex') }
}

type Found = { hash: ReturnType<typeof createHash>; size: number; type: DetectedType | null }

/** The same bytes, as long as they may be stored: the first of them are given on only when their type is known. */
async function* inspected(bytes: AsyncIterable<Uint8Array>, found: Found): AsyncIterable<Uint8Array> {
  let head: Uint8Array[] | null = []
  for await (const chunk of bytes) {
    found.size += chunk.byteLength
    if (found.size > DOCUMENT_BYTES) throw refused('document_too_large', undefined, { field: 'file' })
    found.hash.update(chunk)
    if (head === null) {
      yield chunk
      continue
    }
    head.push(chunk)
    if (found.size < DECIDING) continue
    yield await recognized(head, found)
    head = null
  }
  if (found.size === 0) throw refused('document_empty', undefined, { field: 'file' })
  if (head !== null) yield await recognized(head, found)
}

async function recognized(head: Uint8Array[], found: Found): Promise<Uint8Array> {
  const bytes = Buffer.concat(head)
  found.type = await typeOf(bytes)
  if (found.type === null) throw refused('document_type_not_supported', undefined, { field: 'file' })
  return bytes
}

async function judge(scan: Scan, storage: Storage, key: string): Promise<void> {
  try {
    const verdict = await scan(await storage.get(key))
    if (verdict === 'harmful') throw refused('document_rejected', undefined, { field: 'file' })
  } catch (thrown) {
    await storage.delete(key)
    throw thrown
  }
}
