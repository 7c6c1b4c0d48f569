import type { Readable } from 'node:stream'
import { isNotStored, type Storage } from '#lib/ports/storage.ts'
import type { DetectedType } from '#lib/storage/signature.ts'
import { draw } from './draw.ts'
import type { Size } from './sizes.ts'

type Drawn = { storage_key: string; mime_type: DetectedType }

/** Drawings under way, so that a page asked for twice is drawn once. */
const underWay = new Map<string, Promise<void>>()

/** Says that a document cannot be drawn, for as long as the sweep leaves it. */
export const NONE = 'none'

/** The preview of a document: as it was kept, or else drawn now and kept. Null when it cannot be drawn. */
export async function findPreview(storage: Storage, document: Drawn, size: Size): Promise<Readable | null> {
  const place = document.storage_key.replace(/^documents\//, 'previews/')
  const key = `${place}/${size}`
  const stored = await tryGet(storage, key)
  if (stored) return stored
  const none = await tryGet(storage, `${place}/${NONE}`)
  if (none) {
    none.destroy()
    return null
  }
  let drawing = underWay.get(key)
  if (!drawing) {
    drawing = drawAndKeep(storage, document, size, place).finally(() => underWay.delete(key))
    underWay.set(key, drawing)
  }
  await drawing
  return tryGet(storage, key)
}

async function drawAndKeep(storage: Storage, document: Drawn, size: Size, place: string): Promise<void> {
  const drawn = await draw(await storage.get(document.storage_key), document.mime_type, size)
  if (drawn) await storage.put(`${place}/${size}`, only(drawn))
  else await storage.put(`${place}/${NONE}`, only(Buffer.from('none')))
}

async function tryGet(storage: Storage, key: string): Promise<Readable | null> {
  return storage.get(key).catch((thrown) => {
    if (isNotStored(thrown)) return null
    throw thrown
  })
}

async function* only(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}
