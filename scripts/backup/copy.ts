/** COPY on a client of pg, which has none of its own: rows leave the server and come to it as text, many at once. */
import type { Client, Connection } from 'pg'

/** As many rows as fit, and at least one. */
export type CopyPart = { bytes: Buffer; rows: number }

type Listener = (chunk: Buffer) => void

/** The type of a message is one byte, its length four. */
const HEADER = 5
const ROW = 'd'.charCodeAt(0)
const READY = 'Z'.charCodeAt(0)

/** A part is full when less than this is free in it, so that it rarely has to grow for a row. */
const SLACK = 64 * 1024

/**
 * Runs `COPY … TO STDOUT` and passes its rows on in parts of some `partSize` bytes, each of whole rows. While one part is
 * being used, the next is read, and no more than that.
 *
 * pg parses each row into an object with an event of its own, which is most of the time that a backup takes; here the bytes
 * of the connection are read as they come, and only what is no row goes to pg.
 * @param use is called with one part after the other, whose bytes are overwritten once it resolves
 * @throws what `use` throws, after the connection was closed
 */
export function copyOut(
  client: Client,
  sql: string,
  partSize: number,
  use: (part: CopyPart) => Promise<void>,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let failure: unknown
  let using = Promise.resolve()
  let stream: Connection['stream']

  function passOn(part: CopyPart, release: () => void): void {
    const before = using
    stream.pause()
    using = before.then(async () => {
      stream.resume()
      if (failure === undefined) await use(part)
      release()
    })
    using.catch((error: unknown) => {
      failure ??= error
      stream.destroy()
    })
  }
  const parts = collectParts(partSize, passOn)

  client.query({
    submit(connection: Connection) {
      stream = connection.stream
      readMessages(stream, parts.add)
      connection.query(sql)
    },
    handleCommandComplete() {},
    // Nothing more comes to this query after an error.
    handleError(error: unknown) {
      failure ??= error
      reject(failure)
    },
    handleReadyForQuery() {
      parts.finish()
      using.then(resolve, reject)
    },
  } as { submit(connection: Connection): void })
  return promise
}

/**
 * Collects rows in parts, in buffers that are used again. `add` takes bytes of a row, and how many of that row are still to
 * come.
 */
function collectParts(partSize: number, passOn: (part: CopyPart, release: () => void) => void) {
  const free: Buffer[] = []
  let part: Buffer = Buffer.allocUnsafe(partSize)
  let used = 0
  let rows = 0

  function finish(): void {
    if (rows === 0) return
    const full = part
    passOn({ bytes: full.subarray(0, used), rows }, () => {
      // One that has grown for a large row is not kept.
      if (full.length === partSize) free.push(full)
    })
    part = free.pop() ?? Buffer.allocUnsafe(partSize)
    used = 0
    rows = 0
  }

  function add(chunk: Buffer, from: number, to: number, left: number): void {
    if (used + to - from > part.length) {
      const larger = Buffer.allocUnsafe(Math.max(part.length * 2, used + to - from + left))
      part.copy(larger, 0, 0, used)
      part = larger
    }
    chunk.copy(part, used, from, to)
    used += to - from
    if (left > 0) return
    rows += 1
    if (used > partSize - SLACK) finish()
  }

  return { add, finish }
}

/**
 * Reads the messages of a connection in place of pg until the server is ready for the next query. The bytes of rows go to
 * `onRow`, every other message to pg.
 */
function readMessages(
  stream: Connection['stream'],
  onRow: (chunk: Buffer, from: number, to: number, left: number) => void,
): void {
  const listeners = stream.listeners('data') as Listener[]
  const header = Buffer.alloc(HEADER)
  let headerLength = 0
  let type = 0
  let left = 0

  function forward(bytes: Buffer): void {
    for (const listener of listeners) listener(bytes)
  }

  function begin(): void {
    headerLength = 0
    type = header[0] ?? 0
    left = header.readUInt32BE(1) - 4
    if (type === READY) {
      stream.removeListener('data', onData)
      for (const listener of listeners) stream.on('data', listener)
    }
    if (type !== ROW) forward(Buffer.from(header))
  }

  function onData(chunk: Buffer): void {
    let at = 0
    while (at < chunk.length) {
      const from = at
      if (left === 0) {
        at = Math.min(at + HEADER - headerLength, chunk.length)
        chunk.copy(header, headerLength, from, at)
        headerLength += at - from
        if (headerLength === HEADER) begin()
        continue
      }
      at = Math.min(at + left, chunk.length)
      left -= at - from
      if (type === ROW) onRow(chunk, from, at, left)
      else forward(chunk.subarray(from, at))
    }
  }

  stream.removeAllListeners('data')
  stream.on('data', onData)
}

/**
 * Runs `COPY … FROM STDIN` with rows as text.
 * @returns how many rows the server has stored
 */
export function copyIn(client: Client, sql: string, bytes: Buffer): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  let rows = 0
  client.query({
    submit: (connection: Connection) => connection.query(sql),
    handleCopyInResponse(connection: Connection & { endCopyFrom(): void }) {
      const header = Buffer.alloc(HEADER)
      header[0] = ROW
      header.writeUInt32BE(bytes.length + 4, 1)
      connection.stream.write(header)
      connection.stream.write(bytes)
      connection.endCopyFrom()
    },
    handleCommandComplete({ text }: { text: string }) {
      rows = Number(text.replace('COPY ', ''))
    },
    handleError: reject,
    handleReadyForQuery: () => resolve(rows),
  } as { submit(connection: Connection): void })
  return promise
}
