import type { z } from 'zod'
import { isAppError } from '#lib/pipeline/errors.ts'
import { execute } from '#lib/pipeline/execute.ts'
import { type Actor, type Operation, permissionLacking, type Runtime } from '#lib/pipeline/operation.ts'
import { runtime } from '#lib/runtime.ts'
import type { FileReply } from '#lib/surfaces/content.ts'
import { isEnding, replyWithStream } from '#lib/surfaces/streams.ts'
import { type Marks, type Watch, watchOfAccount } from '#lib/surfaces/watch.ts'
import { newId } from '#lib/values/id.ts'

/** How often a stream sees what the watch of its account found. */
const TICK_MS = 250
/** Rows that were committed late, behind newer ones, are found by counting anyway. */
const COUNT_ANYWAY_MS = 10_000
/** How often it is checked that the person may go on, while nothing happens, too. */
const CHECK_MS = 5000
const HEARTBEAT_MS = 15_000
/** How many streams of this process one person may hold open, and all of them. */
const MAX_OF_PERSON = 10
const MAX_OF_ALL = 1000

type Live = {
  runtime: Runtime
  /** Counts the rows of the list that are newer than the ones that are shown. */
  countNewer: Operation<z.ZodType, z.ZodType<{ count: number }>>
  /** The filters of the list, and the newest row that it shows. */
  input: Record<string, unknown>
  /** The newest row of each table. */
  marks: Operation<z.ZodType, z.ZodType<Marks>>
  /** The tables whose newest rows say that the list may have changed. */
  watched: readonly string[]
  actor: Actor
  requestId: string
  /** The person as they are now; null when their session or their access has ended. */
  reauthorize(): Promise<Actor | null>
}

/** The stream of a route, with the runtime of this process. */
export function streamNewRows(live: Omit<Live, 'runtime' | 'requestId'>): Response {
  try {
    const { status, headers, body } = replyWithNewRows({
      ...live,
      runtime: runtime(),
      requestId: newId('request', Date.now()),
    })
    return new Response(body, { status, headers })
  } catch (thrown) {
    if (!isAppError(thrown)) throw thrown
    const { status, message: error, retryAfter } = thrown
    const headers = new Headers(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) })
    return Response.json({ error }, { status, headers })
  }
}

/**
 * How many new rows a list has, as server-sent events: `count` whenever it changes, and `end` when the person may not go
 * on. One query each second serves all streams of an account; a stream counts only after it has found a change.
 * @throws too_many_requests when the person, or everyone together, has too many streams open
 */
export function replyWithNewRows(live: Live): FileReply {
  const limits = [
    { key: `person ${live.actor.id}`, max: MAX_OF_PERSON, who: 'You have' },
    { key: 'lists', max: MAX_OF_ALL, who: 'This server has' },
  ]
  return replyWithStream(limits, (isOpen) => messages(live, isOpen))
}

async function* messages(live: Live, isOpen: () => boolean): AsyncGenerator<Buffer> {
  const watch = watchOf(live)
  const leave = watch.join(live.watched)
  try {
    const news = new News(live, watch)
    yield BEAT
    let beatAt = performance.now() + HEARTBEAT_MS
    while (!isEnding() && isOpen()) {
      const found = await news.next()
      if (found !== null) yield Buffer.from(`event: ${found.event}\ndata: ${JSON.stringify(found.data)}\n\n`)
      if (found?.event === 'end') return
      if (found === null && performance.now() >= beatAt) yield BEAT
      if (performance.now() >= beatAt) beatAt = performance.now() + HEARTBEAT_MS
      await new Promise((resolve) => setTimeout(resolve, TICK_MS))
    }
  } finally {
    leave()
  }
}

const BEAT = Buffer.from(':\n\n')

type Message = { event: 'count'; data: { count: number } } | { event: 'end'; data: { reason: string } }

/** What one stream has to tell. */
class News {
  private readonly live: Live
  private readonly watch: Watch
  private sent = 0
  private lastMarks: string | undefined
  private countAt = 0
  private checkAt = 0

  constructor(live: Live, watch: Watch) {
    this.live = live
    this.watch = watch
  }

  async next(): Promise<Message | null> {
    const now = performance.now()
    const mark = this.live.watched.map((table) => this.watch.marks[table] ?? '').join(' ')
    const due = mark !== this.lastMarks || now >= this.countAt
    if (!due && now < this.checkAt) return null
    this.checkAt = now + CHECK_MS
    const state = await stateOf(this.live, due)
    if ('end' in state) return { event: 'end', data: { reason: state.end } }
    if (due) {
      this.lastMarks = mark
      this.countAt = now + COUNT_ANYWAY_MS
    }
    if (state.count === undefined || state.count === this.sent) return null
    this.sent = state.count
    return { event: 'count', data: { count: state.count } }
  }
}

type State = { end: string } | { count?: number }

/** Whether the person may go on, and the count if it is due. An outage ends no stream. */
async function stateOf(live: Live, due: boolean): Promise<State> {
  try {
    const actor = await live.reauthorize()
    if (actor === null) return { end: 'signed_out' }
    const { runtime, countNewer, input, requestId } = live
    // Counting checks the permission; while there is nothing to count, it is checked here.
    if (!due) return permissionLacking(countNewer, actor) === undefined ? {} : { end: 'permission_denied' }
    const { value } = await execute(runtime, countNewer, actor, input, { requestId })
    return { count: value.count }
  } catch (thrown) {
    if (isAppError(thrown) && thrown.status < 500 && thrown.status !== 429) return { end: thrown.reason }
    return {}
  }
}

/** The newest rows of an account, which one query a second reads for all of its streams. */
function watchOf({ runtime, actor, marks: read }: Live): Watch {
  return watchOfAccount('lists', actor.account, async (system) => {
    const { value } = await execute(runtime, read, system, {}, { requestId: system.id })
    return value
  })
}
