import type { Listening } from '#lib/domain/webhooks/schema/listen.ts'
import { type AppError, errorBody, isAppError } from '#lib/pipeline/errors.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Actor, Operation, Runtime, StreamedEvent } from '#lib/pipeline/operation.ts'
import type { FileReply } from '#lib/surfaces/content.ts'
import { isEnding, replyWithStream } from '#lib/surfaces/streams.ts'

/** How often to look for news, for those that transactions committed late, and to show that the line is alive. */
const EVERY_MS = 500
const LATE_EVERY_MS = 5000
const HEARTBEAT_MS = 15_000
/** How often the credentials of a listener are looked at again, while events flow, too. */
const ADMIT_AGAIN_MS = 3000
/** How many streams of this process one caller, and one account, may hold open. */
const MAX_OF_CALLER = 10
const MAX_OF_ACCOUNT = 50
/** Longer than any transaction takes, in seconds: older events are complete. */
const SETTLED_AFTER = 20
/** How many events are looked through for late ones. */
const LOOKED_THROUGH = 1000

type Listener = {
  runtime: Runtime
  /** The operation that reads the next events. */
  next: NonNullable<Operation['next']>
  actor: Actor
  requestId: string
  listening: Listening
  /** The event after which it begins; without one it begins now. */
  after: string | undefined
  /** The caller as they are now. Throws when they may not listen any more. */
  reauthorize(): Promise<Actor>
}

/**
 * Events as server-sent events, no faster than the listener takes them. It ends with its reader, with its credentials,
 * and with the server; a listener that comes back with the last id goes on from there. An event comes at least once.
 * When the credentials end or lose the permission, the last message is `end` with the error.
 * @throws too_many_requests when the caller or the account has too many streams open
 */
export function replyWithEvents(listener: Listener): FileReply {
  const { id, account } = listener.actor
  const limits = [
    { key: `caller ${id}`, max: MAX_OF_CALLER, who: 'This API key has' },
    { key: `account ${account.id}`, max: MAX_OF_ACCOUNT, who: 'This account has' },
  ]
  return replyWithStream(limits, (isOpen) => messages(listener, isOpen))
}

async function* messages(listener: Listener, isOpen: () => boolean): AsyncGenerator<Buffer> {
  yield Buffer.from(`retry: 2000\nevent: ready\ndata: ${JSON.stringify(listener.listening)}\n\n`)
  const news = new News(listener)
  let beatAt = performance.now() + HEARTBEAT_MS
  let nextAdmission = performance.now() + ADMIT_AGAIN_MS
  while (!isEnding() && isOpen()) {
    if (performance.now() >= nextAdmission) {
      nextAdmission = performance.now() + ADMIT_AGAIN_MS
      const ended = await lookAgain(listener)
      if (ended) return yield Buffer.from(`event: end\ndata: ${JSON.stringify(errorBody(ended))}\n\n`)
    }
    const found = await news.next()
    for (const { id, event, body } of found)
      yield Buffer.from(`id: ${id}\nevent: ${event}\ndata: ${body}\n\n`)
    if (found.length > 0) continue
    if (performance.now() >= beatAt) {
      beatAt = performance.now() + HEARTBEAT_MS
      yield Buffer.from(':\n\n')
    }
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
  }
}

/** Why a listener may not go on; null when it may. An outage is not its fault. */
async function lookAgain(listener: Listener): Promise<AppError | null> {
  try {
    listener.actor = await listener.reauthorize()
    return null
  } catch (thrown) {
    if (isAppError(thrown) && thrown.status < 500 && thrown.status !== 429) return thrown
    return null
  }
}

/**
 * Reads new events. Ids are made before commit, so now and then the last seconds are searched for events that were
 * committed behind later ones.
 */
class News {
  private readonly listener: Listener
  private readonly began: number
  private readonly reported = new Map<string, number>()
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
    const fresh = found.filter(({ id }) => !this.reported.has(id))
    for (const { id, created_at } of fresh) this.reported.set(id, created_at)
    return fresh
  }

  private async late(): Promise<StreamedEvent[]> {
    this.lateAt = performance.now() + LATE_EVERY_MS
    const settled = this.now() - SETTLED_AFTER
    // A new listener gets no earlier events; a reconnected one gets those that it may have missed.
    const from = this.listener.after === undefined ? Math.max(this.began, settled) : settled
    for (const [id, at] of this.reported) if (at < from) this.reported.delete(id)
    return this.read({ from, count: LOOKED_THROUGH })
  }

  private async read(request: { from?: number; after?: string; count?: number }): Promise<StreamedEvent[]> {
    const { runtime, next, actor, requestId, listening } = this.listener
    const input = { events: listening.events, ...request }
    const { value } = await execute(runtime, next, actor, input, { requestId })
    return value.items
  }

  private now(): number {
    return Math.floor(this.listener.runtime.clock() / 1000)
  }
}
