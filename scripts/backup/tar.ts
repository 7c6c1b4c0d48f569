/**
 * The tar format (POSIX ustar), as much of it as a backup needs: files with a name, a size and a time. No dependency of
 * production writes it, and every system reads it: `tar -tf` lists a backup.
 */

const BLOCK = 512
/** Sizes are eleven octal digits. */
const MAX_SIZE = 8 ** 11 - 1
const MAX_NAME = 100

/** Two empty blocks end an archive. */
export const TAR_END = Buffer.alloc(2 * BLOCK)

/** The block before the bytes of a file. `at` is in Unix seconds. */
export function tarHeader(name: string, size: number, at: number): Buffer {
  if (Buffer.byteLength(name) > MAX_NAME || size > MAX_SIZE)
    throw new Error(`"${name}" with ${size} bytes does not fit into a tar archive.`)
  const block = Buffer.alloc(BLOCK)
  block.write(name, 0)
  block.write('0000600\0', 100)
  block.write('0000000\0', 108)
  block.write('0000000\0', 116)
  block.write(octal(size, 11), 124)
  block.write(octal(at, 11), 136)
  block.write('0', 156)
  block.write('ustar\x0000', 257)
  block.write(`${octal(sumOf(block), 6)}\0 `, 148)
  return block
}

/** The zeros after the bytes of a file, up to the next block. */
export function tarPadding(size: number): Buffer {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)
}

export type TarEntry = {
  name: string
  size: number
  /** `0` for a file, `5` for a folder, whose name ends with a slash. */
  type: string
  /** To be read to its end before the next entry is requested. */
  body: AsyncIterable<Buffer>
}

/** What is wrong with the bytes of an archive. `cut`: they end too early. */
export class BadArchive extends Error {
  readonly cut: boolean

  constructor(reason: string, { cut = false, cause }: { cut?: boolean; cause?: unknown } = {}) {
    super(reason, { cause })
    this.cut = cut
  }
}

/**
 * The files of an archive in their order. Padding that is not zero, bytes after the end and headers with another sum are
 * errors, so that no changed byte goes unnoticed outside of the contents, which have checksums of their own.
 * @throws BadArchive
 */
export async function* readTar(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const reader = new Reader(bytes)
  try {
    for (;;) {
      const block = await reader.exactly(BLOCK)
      if (isZero(block)) break
      const entry = parseHeader(block)
      let isRead = false
      const body = async function* () {
        yield* reader.next(entry.size)
        if (!isZero(await reader.exactly((BLOCK - (entry.size % BLOCK)) % BLOCK)))
          throw new BadArchive(`the padding after ${entry.name} has changed`)
        isRead = true
      }
      yield { ...entry, body: body() }
      if (!isRead) throw new Error(`${entry.name} was not read to its end.`)
    }
    if (!isZero(await reader.exactly(BLOCK))) throw new BadArchive('its end has changed')
    if (await reader.hasMore()) throw new BadArchive('it has bytes after its end')
  } finally {
    await reader.close()
  }
}

function parseHeader(block: Buffer): Omit<TarEntry, 'body'> {
  const sum = sumOf(block)
  // As it is written here, and by PostgreSQL.
  const sums = [`${octal(sum, 6)}\0 `, `${octal(sum, 7)} `]
  if (block.toString('latin1', 257, 262) !== 'ustar' || !sums.includes(block.toString('latin1', 148, 156)))
    throw new BadArchive('a header has changed')
  return {
    name: block.toString('utf8', 0, block.indexOf(0)),
    size: Number.parseInt(block.toString('latin1', 124, 135), 8),
    type: block.toString('latin1', 156, 157),
  }
}

/** The sum of the bytes of a header, in which the sum itself counts as spaces. */
function sumOf(block: Buffer): number {
  let sum = 8 * 32
  for (let at = 0; at < BLOCK; at += 1) if (at < 148 || at >= 156) sum += block[at] ?? 0
  return sum
}

function octal(value: number, digits: number): string {
  return Math.floor(value).toString(8).padStart(digits, '0')
}

function isZero(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0)
}

/** Takes exact numbers of bytes from a stream of chunks. */
class Reader {
  private readonly source: AsyncIterator<Uint8Array>
  private rest: Buffer = Buffer.alloc(0)

  constructor(bytes: AsyncIterable<Uint8Array>) {
    this.source = bytes[Symbol.asyncIterator]()
  }

  /** Chunks that are `size` bytes together. */
  async *next(size: number): AsyncGenerator<Buffer> {
    let left = size
    while (left > 0) {
      if (this.rest.length === 0 && !(await this.hasMore()))
        throw new BadArchive('it is cut off', { cut: true })
      const chunk = this.rest.subarray(0, left)
      this.rest = this.rest.subarray(chunk.length)
      left -= chunk.length
      yield chunk
    }
  }

  async exactly(size: number): Promise<Buffer> {
    const chunks: Buffer[] = []
    for await (const chunk of this.next(size)) chunks.push(chunk)
    return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
  }

  async close(): Promise<void> {
    await this.source.return?.()
  }

  /** Whether a byte is left; reads the next chunk where there is none. */
  async hasMore(): Promise<boolean> {
    while (this.rest.length === 0) {
      const { value, done } = await this.source.next()
      if (done) return false
      this.rest = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    }
    return true
  }
}
