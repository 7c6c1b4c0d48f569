import { Readable } from 'node:stream'
import type { Listening, StreamedEvent } from '#lib/domain/webhooks/schema/listen.ts'
import { type Actor, execute, type Operation, type Runtime } from '#lib/operation.ts'
import { type FileReply, webStream } from '#lib/surfaces/content.ts'

/** How often to look for news, for those that transactions committed late, and to show that the line is alive. */
const EVERY_MS = 500
const LATE_EVERY_MS = 5000
const HEARTBEAT_MS = 15_000
/** Longer than any transaction takes, in seconds: what is older than this is complete. */
const SETTLED_AFTER = 20
/** How many events are looked through for late ones. */
const LOOKED_THROUGH = 1000

type Listener = {
  runtime: Runtime
  /** What reads the next events. */
  next: Operation
  actor: Actor
  requestId: string
  listening: Listening
  /** The event after which it begins; without one it begins now. */
  after: string | undefined
  /** Throws when the credentials are no longer good. */
  assertAdmitted(): Promise<unknown>
}

/**
 * Events as server-sent events, no faster than the listener takes them. It ends with its reader, with its credentials,
 * and with the server; whoever comes back with the last id goes on from there. An event comes at least once.
 */
export function replyWithEvents(listener: Listener): FileReply {
  watchForTheEnd()
  return {
    status: 200,
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    },
    body: webStream(Readable.from(messages(listener), { objectMode: false })),
  }
}

async function* messages(listener: Listener): AsyncGenerator<Buffer> {
  yield Buffer.from(`retry: 2000\nevent: ready\ndata: ${JSON.stringify(listener.listening)}\n\n`)
  const news = new News(listener)
  let beatAt = performance.now() + HEARTBEAT_MS
  while (!ending) {
    const found = await news.next()
    for (const { id, event, body } of found)
      yield Buffer.from(`id: ${id}\nevent: ${event}\ndata: ${body}\n\n`)
    if (found.length > 0) continue
    if (performance.now() >= beatAt) {
      beatAt = performance.now() + HEARTBEAT_MS
      await listener.assertAdmitted()
      yield Buffer.from(':\n\n')
    }
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
  }
}

/**
 * What is new since it was last asked. Ids are made before commit, so now and then the last seconds are looked through
 * for events that turned up behind later ones.
 */
class News {
  private readonly listener: Listener
  private readonly began: number
  private readonly told = new Map<string, number>()
  private last: string | undefined
  private lateAt = performance.now() + LATE_EVERY_MS

  constructor(listener: Listener) {
    this.listener = listener
    this.last = listener.after
    this.began = this.now()
  }

  async next(): Promise<StreamedEvent[]> {
    let found = await this.read(this.last === undefined ? { from: this.began } : { after: this.last })
    if (found.length === 0 && performance.now() >= this.lateAt) found = await this.late()
    else this.last = found.at(-1)?.id ?? this.last
    const fresh = found.filter(({ id }) => !this.told.has(id))
    for (const { id, created_at } of fresh) this.told.set(id, created_at)
    return fresh
  }

  private async late(): Promise<StreamedEvent[]> {
    this.lateAt = performance.now() + LATE_EVERY_MS
    const settled = this.now() - SETTLED_AFTER
    // Whoever begins now is told nothing of before; whoever comes back was perhaps not told all of it.
    const from = this.listener.after === undefined ? Math.max(this.began, settled) : settled
    for (const [id, at] of this.told) if (at < from) this.told.delete(id)
    return this.read({ from, count: LOOKED_THROUGH })
  }

  private async read(asked: { from?: number; after?: string; count?: number }): Promise<StreamedEvent[]> {
    const { runtime, next, actor, requestId, listening } = this.listener
    const input = { events: listening.events, ...asked }
    const { value } = await execute(runtime, next, actor, input, { requestId })
    return (value as { items: StreamedEvent[] }).items
  }

  private now(): number {
    return Math.floor(this.listener.runtime.clock() / 1000)
  }
}

/** A server that is asked to stop waits for answers under way, and these have no end of their own. */
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
