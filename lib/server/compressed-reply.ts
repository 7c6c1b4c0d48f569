import type { IncomingMessage } from 'node:http'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, createGzip, gzip } from 'node:zlib'

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

/** A link by which whoever has it reads a bill, also as JSON within a text. */
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

/**
 * Compresses events as they come. Each is flushed and begins with an empty dictionary, so that its length tells nothing
 * about the events before it. In one with the link of a bill, nothing is looked for that is alike: characters are only
 * written with fewer bits.
 */
export async function sendEvents(events: Readable, response: Writable): Promise<void> {
  const packed = createGzip({ level: 1, flush: constants.Z_FULL_FLUSH })
  const setStrategy = promisify((strategy: number, done: () => void) => packed.params(1, strategy, done))
  await pipeline(
    events,
    async function* (chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        const hasSecret = SECRET_LINK.test(Buffer.from(chunk).toString('latin1'))
        await setStrategy(hasSecret ? constants.Z_HUFFMAN_ONLY : constants.Z_DEFAULT_STRATEGY)
        yield chunk
      }
    },
    packed,
    response,
  )
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
