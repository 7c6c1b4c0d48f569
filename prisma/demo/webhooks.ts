import { Dispatcher as Connections } from 'undici'
import { createWebhook } from '#lib/domain/webhooks/create.ts'
import { pauseWebhook } from '#lib/domain/webhooks/pause.ts'
import { setWebhookOptions } from '#lib/domain/webhooks/update.ts'
import { DAY, HOUR, MINUTE } from '#lib/values/time.ts'
import { Dispatcher } from '#lib/webhooks/dispatcher.ts'
import type { Shop } from './shop.ts'
import type { Story, World } from './world.ts'

/** A reserved name (RFC 2606): resuming the endpoint sends nothing. */
const URL = 'https://hooks.kaveri-stores.example/counterfoil'
const EVENTS = ['payment.captured', 'payment.failed', 'order.paid', 'refund.processed', 'refund.failed']

/** For how long the shop's app received events, and since when its developer has paused it, in seconds. */
const HEARD_FOR = 16 * DAY
const PAUSED_FOR = 2 * HOUR

/**
 * The endpoint of the shop's app, with its deliveries. The dispatcher itself sends them, at times of the past and to
 * an app of the past: nothing leaves the process. At the end the endpoint is paused, so nothing is sent afterwards
 * either.
 * @param end the current time, in Unix seconds
 */
export function listenWith(world: World, shop: Shop, end: number): void {
  const connections = new PastProgram(shop)
  const dispatcher = new Dispatcher(numbered(world.runtime), { open: connections, chance: () => 0.5 })
  let id = ''
  let turn = 0

  async function* retainedAndPaused(): Story {
    id = (await shop.run(createWebhook, { url: URL, events: EVENTS }, shop.cast.developer)).id
    yield 4 * MINUTE
    const description = 'Packing desk: prints a label for what is paid.'
    await shop.run(setWebhookOptions, { id, description }, shop.cast.developer)
    yield HEARD_FOR - PAUSED_FOR - 4 * MINUTE
    await shop.run(pauseWebhook, { id }, shop.cast.developer)
    await world.runtime.query(DURATIONS, [id])
  }
  /** Due deliveries, and then retries, until another event. */
  async function* sent(mine: number): Story {
    for (;;) {
      await dispatcher.drain()
      const due = await nextDue(world)
      if (due === null) return
      yield Math.max(1, due - shop.now())
      if (mine !== turn) return
    }
  }

  world.begin((end - HEARD_FOR) * 1000, retainedAndPaused())
  world.onNudge(() => {
    turn += 1
    world.begin(world.clock() + 150, sent(turn))
  })
}

async function nextDue({ runtime }: World): Promise<number | null> {
  const { rows } = await runtime.query(
    `SELECT min(due_at) AS due FROM webhook_deliveries delivery JOIN webhook_endpoints endpoint ON endpoint.id = endpoint_id
     WHERE state = 'pending' AND active`,
    [],
  )
  const due = rows[0]?.due
  return due == null ? null : Number(due)
}

/** In the past nothing takes any time; an app somewhere in the country takes some. */
const DURATIONS = `
  UPDATE webhook_attempts SET duration_ms = 48 + (number * 37 + ascii(right(event_id, 1)) * 7 + ascii(right(event_id, 2)) * 3) % 190
  WHERE endpoint_id = $1`

/** The whole past is one transaction of Prisma's, which reads large integers as bigint. */
function numbered(runtime: World['runtime']): World['runtime'] {
  const plain = (value: unknown) => (typeof value === 'bigint' ? Number(value) : value)
  return {
    ...runtime,
    async query<Row>(text: string, values: unknown[]) {
      const { rows } = await runtime.query<Row>(text, values)
      const columns = (row: Row) => Object.entries(row as object).map(([name, value]) => [name, plain(value)])
      // The same columns, with numbers where there were bigints.
      return { rows: rows.map((row) => Object.fromEntries(columns(row)) as Row) }
    },
  }
}

/** After so many events it was deployed again, and away for so long. */
const PUT_UP_AT = 12
const AWAY_FOR = 25 * MINUTE
/** After so many events there is a failed payment that it cannot read, and never accepts. */
const STUMBLES_AT = 18
/**
 * An endpoint that accepts nothing for a day is disabled. Where no other event arrives for most of a day, the app accepts
 * this one in the end, and the next failed payment is the one that it cannot read.
 */
const MOST_OF_A_DAY = 20 * HOUR

/** The shop's app of the past: it accepts every delivery, except for one evening and for one event. */
export class PastProgram extends Connections {
  private readonly shop: Pick<Shop, 'now'>
  private readonly heard = new Set<string>()
  private awayUntil = 0
  private unread = ''
  private failingSince = 0

  constructor(shop: Pick<Shop, 'now'>) {
    super()
    this.shop = shop
  }

  override dispatch(options: Connections.DispatchOptions, handler: Connections.DispatchHandler): boolean {
    const headers = options.headers as Record<string, string>
    const event = JSON.parse(String(options.body)) as { event: string }
    const [status, text] = this.responseTo(headers['x-event-id'] ?? '', event.event)
    const controller = new Control()
    handler.onRequestStart?.(controller, null)
    handler.onResponseStart?.(controller, status, { 'content-type': 'text/plain; charset=utf-8' })
    handler.onResponseData?.(controller, Buffer.from(text))
    handler.onResponseEnd?.(controller, {})
    return true
  }

  override async close(): Promise<void> {}

  private responseTo(id: string, event: string): [status: number, text: string] {
    this.heard.add(id)
    if (this.heard.size === PUT_UP_AT && this.awayUntil === 0) this.awayUntil = this.shop.now() + AWAY_FOR
    if (this.unread === '' && this.heard.size >= STUMBLES_AT && event === 'payment.failed') this.unread = id
    if (this.shop.now() < this.awayUntil) return [503, 'The packing desk is being updated.\n']
    if (id === this.unread) {
      this.failingSince ||= this.shop.now()
      if (this.shop.now() - this.failingSince < MOST_OF_A_DAY)
        return [500, "TypeError: Cannot read properties of null (reading 'last4')\n"]
      this.unread = ''
    }
    this.failingSince = 0
    return [200, 'ok\n']
  }
}

/** A controller without pause or abort: the responses are immediate. */
class Control implements Connections.DispatchController {
  readonly aborted = false
  readonly paused = false
  readonly reason = null
  readonly rawHeaders = null
  readonly rawTrailers = null
  abort(): void {}
  pause(): void {}
  resume(): void {}
}
