import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { Transform } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, crc32, deflateRawSync, gzip } from 'node:zlib'
import compression from 'compression'

/** Shorter texts fit two packets as they are: compressing them costs more than it saves. */
const WORTH = 2048

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/**
 * At their quickest: JSON repeats its names, so the best settings save a tenth more and take three times as long.
 * They run outside of the event loop.
 */
const ENCODERS = {
  br: (text: string): Promise<Buffer> => brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  gzip: (text: string): Promise<Buffer> => zip(text, { level: 1 }),
}
export type Coding = keyof typeof ENCODERS

/** The link of a bill, which opens it for anyone who has the link, also as JSON within a text. */
const SECRET_LINK = /receipt_url\\?":\s*\\?"/

/**
 * Whether a response may be compressed. The length of a compressed text tells whether two parts of it are alike, so
 * nothing is compressed that has a secret beside text that a stranger chose (BREACH). The API shows a secret once, in the
 * response to the write that made it, and tools show none: reads and tools are compressed, unless they have links of
 * bills.
 */
function mayBeCompressed(method: string, url: string, text: string): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  return (isRead ? /^\/v\d\// : /^\/mcp\b/).test(url) && !SECRET_LINK.test(text)
}

/**
 * How a text is sent: compressed or not, and whether that depends on the Accept-Encoding of the request, which Vary then
 * says. A caller that takes no plain text gets any text compressed.
 */
export function codingOfText(
  { method = 'GET', url = '', headers }: IncomingMessage,
  text: string,
): { coding: Coding | null; varies: boolean } {
  const accepted = headers['accept-encoding']
  if (text.length < WORTH && takesPlainText(accepted)) return { coding: null, varies: false }
  if (!mayBeCompressed(method, url, text)) return { coding: null, varies: false }
  return { coding: codingFor(accepted), varies: true }
}

export function compress(text: string, coding: Coding): Promise<Buffer> {
  return ENCODERS[coding](text)
}

/** The start of a gzip file (RFC 1952) without a name or time, and the empty block that ends its content. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
const LAST_BLOCK = Buffer.from([3, 0])

/**
 * Events as one gzip file, each sent as soon as it comes. Each is compressed by itself, so that its length tells nothing
 * about those before it, and one with the link of a bill is stored as it is. An open stream has no encoder in memory.
 */
export function gzipEvents(): Transform {
  let crc = 0
  let size = 0
  return new Transform({
    construct(done) {
      this.push(GZIP_HEADER)
      done()
    },
    transform(event: Buffer, _encoding, done) {
      crc = crc32(event, crc)
      size = (size + event.length) >>> 0
      const level = SECRET_LINK.test(event.toString('latin1')) ? 0 : 1
      done(null, deflateRawSync(event, { level, finishFlush: constants.Z_FULL_FLUSH }))
    },
    flush(done) {
      const trailer = Buffer.alloc(8)
      trailer.writeUInt32LE(crc)
      trailer.writeUInt32LE(size, 4)
      done(null, Buffer.concat([LAST_BLOCK, trailer]))
    },
  })
}

/** The coding that the caller likes best, and of equals the first that is offered; null for plain text. */
export function codingFor(
  accepted: string | undefined,
  offered: readonly Coding[] = ['br', 'gzip'],
): Coding | null {
  const weights = weightsOf(accepted)
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get('*') ?? 0
  const best = Math.max(...offered.map(weightOf))
  if (best <= 0 || best < (weights.get('identity') ?? 0)) return null
  return offered.find((coding) => weightOf(coding) === best) ?? null
}

function takesPlainText(accepted: string | undefined): boolean {
  if (!accepted?.includes('q=0')) return true
  const weights = weightsOf(accepted)
  return (weights.get('identity') ?? weights.get('*') ?? 1) > 0
}

/** The codings of Accept-Encoding with their weights (RFC 9110, section 12.5.3). */
function weightsOf(accepted = ''): Map<string, number> {
  const weights = new Map<string, number>()
  for (const part of accepted.toLowerCase().split(',', 20)) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    const q = parameters.find((parameter) => parameter.startsWith('q='))
    const weight = q === undefined ? 1 : Number(q.slice(2))
    weights.set(name === 'x-gzip' ? 'gzip' : name, weight >= 0 && weight <= 1 ? weight : 0)
  }
  return weights
}

/** It is typed for Express, and uses nothing of it. */
const compressPages = compression() as unknown as (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
) => void

/**
 * Compresses what pages respond with for browsers that take it. Next would do the same, but then nothing here could read
 * its HTML.
 */
export function withCompression(pages: RequestListener): RequestListener {
  return (request, response) => compressPages(request, response, () => pages(request, response))
}
