import { createHash } from 'node:crypto'
import { PassThrough, type Readable } from 'node:stream'
import { TAR_END, tarHeader, tarPadding } from './tar.ts'

/** What is written and not yet taken, in bytes. */
const BUFFERED = 1024 * 1024

export type ArchiveWriter = {
  /** The bytes of the archive. Destroying it ends what writes to it. */
  output: Readable
  /** Writes a file, after those that were begun before it. */
  add(name: string, bytes: Uint8Array): Promise<void>
  /**
   * The same for a stream, whose size is promised. One that is shorter is filled up with zeros, and one that is longer is cut,
   * since the archive has to go on.
   * @returns the checksum of what was written, and whether the stream was as long as promised
   */
  addStream(
    name: string,
    size: number,
    bytes: AsyncIterable<Uint8Array>,
  ): Promise<{ sha256: string; isWhole: boolean }>
  finish(): Promise<void>
}

/** The archive cannot be written any more: what took its bytes says why. */
export class ArchiveClosed extends Error {}

function drained(output: PassThrough): Promise<void> {
  return new Promise((resolve, reject) => {
    const onDrain = () => {
      output.off('close', onClose)
      resolve()
    }
    const onClose = () => {
      output.off('drain', onDrain)
      reject(new ArchiveClosed())
    }
    output.once('drain', onDrain)
    output.once('close', onClose)
  })
}

/** Writes a tar archive from several sides, one file at a time. @param at the time of its files, in Unix seconds */
export function createArchiveWriter(at: number): ArchiveWriter {
  const output = new PassThrough({ highWaterMark: BUFFERED })
  // Each write reports it.
  output.on('error', () => undefined)
  let last: Promise<unknown> = Promise.resolve()

  async function write(bytes: Uint8Array): Promise<void> {
    if (output.destroyed) throw new ArchiveClosed()
    if (bytes.length > 0 && !output.write(bytes)) await drained(output)
  }

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn
  }

  return {
    output,
    add: (name, bytes) =>
      inTurn(async () => {
        await write(tarHeader(name, bytes.length, at))
        await write(bytes)
        await write(tarPadding(bytes.length))
      }),
    addStream: (name, size, bytes) =>
      inTurn(async () => {
        await write(tarHeader(name, size, at))
        const hash = createHash('sha256')
        let [length, isLonger] = [0, false]
        for await (const chunk of bytes) {
          const part = chunk.subarray(0, size - length)
          isLonger ||= part.length < chunk.length
          hash.update(part)
          await write(part)
          length += part.length
        }
        const isWhole = length === size && !isLonger
        for (; length < size; length += BUFFERED) {
          const zeros = Buffer.alloc(Math.min(BUFFERED, size - length))
          hash.update(zeros)
          await write(zeros)
        }
        await write(tarPadding(size))
        return { sha256: hash.digest('hex'), isWhole }
      }),
    finish: () =>
      inTurn(async () => {
        await write(TAR_END)
        output.end()
      }),
  }
}
