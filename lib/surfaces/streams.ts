import { Readable } from 'node:stream'
import { refused } from '#lib/pipeline/errors.ts'
import { type FileReply, webStream } from '#lib/surfaces/content.ts'

/** A limit of streams that are open at a time. `who` begins the sentence of the error: "This API key has". */
type StreamLimit = { key: string; max: number; who: string }

/**
 * Server-sent events, no faster than the listener takes them. Each counts towards its limits until it ends.
 * @param messages ends when the listener has gone, which `isOpen` tells, and when the server shuts down, which `isEnding` tells
 * @param closed is called once the stream has ended, also if it never began
 * @throws too_many_requests when a limit is reached
 */
export function replyWithStream(
  limits: StreamLimit[],
  messages: (isOpen: () => boolean) => AsyncGenerator<Buffer>,
  closed: () => void = () => {},
): FileReply {
  watchForTheEnd()
  const release = hold(limits)
  // A reader that has gone is seen at once: a stream waits for its generator, and that for the next event.
  const bytes: Readable = Readable.from(
    messages(() => !bytes.destroyed),
    { objectMode: false },
  )
  bytes.once('close', () => {
    release()
    closed()
  })
  return {
    status: 200,
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    },
    body: webStream(bytes),
  }
}

/** Streams that are open, by what limits them. On globalThis, since Next bundles routes apart. */
function hold(limits: StreamLimit[]): () => void {
  globals.counterfoilStreams ??= new Map()
  const open = globals.counterfoilStreams
  for (const { key, max, who } of limits)
    if ((open.get(key) ?? 0) >= max)
      throw refused('too_many_requests', `${who} ${max} event streams open. Close one first.`, {
        retryAfter: 5,
      })
  for (const { key } of limits) open.set(key, (open.get(key) ?? 0) + 1)
  return () => {
    for (const { key } of limits) {
      const left = (open.get(key) ?? 1) - 1
      if (left > 0) open.set(key, left)
      else open.delete(key)
    }
  }
}
const globals = globalThis as { counterfoilStreams?: Map<string, number> }

/** Whether the server shuts down: it waits for responses in progress, and streams have no end of their own. */
export function isEnding(): boolean {
  return ending
}
let ending = false
let watching = false
function watchForTheEnd(): void {
  if (watching) return
  watching = true
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      ending = true
    })
  }
}
