import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Query } from '#lib/database/query.ts'
import type { Bill, Seller } from '#lib/domain/bills/schema.ts'
import { asAppError, isAppError } from '#lib/pipeline/errors.ts'
import { isNotStored, type Storage } from '#lib/ports/storage.ts'
import { print } from '#lib/print/pdf/print.ts'
import { log, logFault } from '#lib/process/log.ts'
import { runtime } from '#lib/runtime.ts'
import { findLogo } from '#lib/storage/logo.ts'
import { PRIVATE_DOCUMENT } from '#lib/surfaces/customer-link.ts'
import { DEFAULT_LANGUAGE, type Language } from '#lib/values/language.ts'

/** Increase it when the layout of bills changes, so that stored PDFs of the former layout are not reused. */
const LAYOUT = 3

type Printers = { storage: Storage; query: Query; draw?: typeof print }
type Printing = { bytes: Promise<Buffer>; callers: number; unwanted: AbortController }
const globals = globalThis as { counterfoilPrinting?: Map<string, Printing> }

/**
 * The PDF of a bill, rendered once for its content: it is stored under the digest of that, until the bill is
 * withdrawn or a month has passed (lib/jobs/cleanup-storage.ts). Concurrent requests share one rendering, which
 * leaves the queue when all of them are gone.
 * @param asked the signal of the request, and the language of the labels
 * @throws overloaded
 */
export function printedBill(
  bill: Bill,
  seller: Seller,
  { signal, language = DEFAULT_LANGUAGE }: { signal?: AbortSignal | undefined; language?: Language } = {},
  { storage, query, draw = print }: Printers = runtime(),
): Promise<Buffer> {
  globals.counterfoilPrinting ??= new Map()
  const printing = globals.counterfoilPrinting
  const key = keyOf(bill, seller, language)
  const one = printing.get(key) ?? begin()
  one.callers += 1
  signal?.addEventListener(
    'abort',
    () => {
      one.callers -= 1
      if (one.callers === 0) one.unwanted.abort()
    },
    { once: true },
  )
  return one.bytes

  function begin(): Printing {
    const unwanted = new AbortController()
    // A request after it was aborted starts another.
    unwanted.signal.addEventListener('abort', () => printing.delete(key))
    const by = { merchant: seller.name, signal: unwanted.signal }
    const bytes = storedOrDrawn(key, storage, async () => {
      const logo = seller.logo && (await findLogo(query, seller.logo.hash))
      return draw('bill', [bill, seller, logo?.toString('base64') ?? null, language], by)
    }).finally(() => {
      if (printing.get(key) === begun) printing.delete(key)
    })
    const begun = { bytes, callers: 0, unwanted }
    printing.set(key, begun)
    return begun
  }
}

/** Under the token of the public page, by which the sweep finds the bill. */
function keyOf(bill: Bill, seller: Seller, language: Language): string {
  const token = bill.receipt_url.split('/').at(-1) ?? ''
  const digest = createHash('sha256')
    .update(JSON.stringify([LAYOUT, language, bill, seller]))
    .digest('hex')
  return `printed/bills/${token}/${digest}`
}

async function storedOrDrawn(key: string, storage: Storage, draw: () => Promise<Buffer>): Promise<Buffer> {
  try {
    return await buffer(await storage.get(key))
  } catch (thrown) {
    if (!isNotStored(thrown)) log().warn({ err: thrown }, 'A printed bill could not be read.')
  }
  const bytes = await draw()
  // If the storage fails, the bill is still sent.
  await storage
    .put(key, once(bytes))
    .catch((thrown) => log().warn({ err: thrown }, 'A printed bill could not be kept.'))
  return bytes
}

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}

/**
 * A PDF response.
 * @param name of the file; the first of its two forms replaces characters that old browsers reject
 * @param pdf renders it; its errors become a sentence
 */
export async function pdfFile(
  name: string,
  pdf: () => Promise<Buffer>,
  disposition: 'inline' | 'attachment' = 'inline',
): Promise<Response> {
  let bytes: Buffer
  try {
    bytes = await pdf()
  } catch (thrown) {
    return notDrawn(thrown)
  }
  // Old browsers read the first name, which has only letters that every system takes.
  const plain = name.replace(/[^A-Za-z0-9._-]+/g, '-')
  const encoded = encodeURIComponent(name.replaceAll('/', '-')).replace(/['()*]/g, escape)
  const full = plain === name ? '' : `; filename*=UTF-8''${encoded}`
  return new Response(new Uint8Array(bytes), {
    headers: {
      ...PRIVATE_DOCUMENT,
      'content-type': 'application/pdf',
      'content-length': String(bytes.length),
      'content-disposition': `${disposition}; filename="${plain}"${full}`,
    },
  })
}

function notDrawn(thrown: unknown): Response {
  // The caller has disconnected, so the response is not read (499 as nginx has it).
  if (thrown instanceof Error && thrown.name === 'AbortError') return new Response(null, { status: 499 })
  if (!isAppError(thrown)) logFault(thrown, {}, 'A document could not be drawn.')
  const { status, message, retryAfter } = asAppError(thrown)
  const headers = { ...PRIVATE_DOCUMENT, 'content-type': 'text/plain; charset=utf-8' }
  return new Response(`${message}\n`, {
    status,
    headers: retryAfter === undefined ? headers : { ...headers, 'retry-after': String(retryAfter) },
  })
}
