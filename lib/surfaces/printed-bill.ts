import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Bill, Seller } from '#lib/domain/bills/schema.ts'
import { log } from '#lib/log.ts'
import { print } from '#lib/pdf/print.ts'
import { runtime } from '#lib/runtime.ts'
import { isNotStored, type Storage } from '#lib/storage/port.ts'

/** Raised when bills are drawn otherwise, so that none is found as it was drawn before. */
const LAYOUT = 1

const held = globalThis as { counterfoilPrinting?: Map<string, Promise<Buffer>> }

/**
 * The PDF of a bill, drawn once for what stands on it: it is kept in the storage under the digest of its content, until
 * the bill is withdrawn or a month has passed (lib/jobs/sweep-storage.ts). Requests at the same time wait for one drawing.
 * @throws overloaded
 */
export function printedBill(
  bill: Bill,
  seller: Seller,
  { storage, draw = print }: { storage: Storage; draw?: typeof print } = runtime(),
): Promise<Buffer> {
  held.counterfoilPrinting ??= new Map()
  const printing = held.counterfoilPrinting
  const key = keyOf(bill, seller)
  const known = printing.get(key)
  if (known !== undefined) return known
  const begun = drawnOrKept(key, storage, () => draw('bill', bill, seller)).finally(() =>
    printing.delete(key),
  )
  printing.set(key, begun)
  return begun
}

/** Under the token of the public page, by which the sweep finds the bill. */
function keyOf(bill: Bill, seller: Seller): string {
  const token = bill.receipt_url.split('/').at(-1) ?? ''
  const digest = createHash('sha256')
    .update(JSON.stringify([LAYOUT, bill, seller]))
    .digest('hex')
  return `printed/bills/${token}/${digest}`
}

async function drawnOrKept(key: string, storage: Storage, draw: () => Promise<Buffer>): Promise<Buffer> {
  try {
    return await buffer(await storage.get(key))
  } catch (thrown) {
    if (!isNotStored(thrown)) log().warn({ err: thrown }, 'A printed bill could not be read.')
  }
  const bytes = await draw()
  // Without a place to keep it the bill is still answered.
  await storage
    .put(key, once(bytes))
    .catch((thrown) => log().warn({ err: thrown }, 'A printed bill could not be kept.'))
  return bytes
}

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}
