import { randomBytes } from 'node:crypto'
import type { Dispatcher as Connections } from 'undici'
import { systemActors } from '#lib/auth/system-actor.ts'
import { tellOfRecoveredWebhook, warnOfFailingWebhook } from '#lib/domain/webhooks/alert-email.ts'
import { disableWebhook } from '#lib/domain/webhooks/disable.ts'
import { observer } from '#lib/metrics/observer.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Runtime } from '#lib/pipeline/operation.ts'
import { log } from '#lib/process/log.ts'
import { newId } from '#lib/values/id.ts'
import { DAY } from '#lib/values/time.ts'
import { type Claimed, claim, type Endpoint } from '#lib/webhooks/claim.ts'
import { Concurrency, MOST_PARALLEL } from '#lib/webhooks/concurrency.ts'
import { openAgent, publicAgent } from '#lib/webhooks/connect.ts'
import { failureHere } from '#lib/webhooks/failure-messages.ts'
import { dropped, LEFT_OUT, outcomeOf, postponed, released } from '#lib/webhooks/outcome.ts'
import type { AttemptedDelivery, DeliveryOutcome, Failing, Recovered } from '#lib/webhooks/record.ts'
import { Recorder } from '#lib/webhooks/record.ts'
import {
  type DeliveryResponse,
  type InjectedFault,
  injectedFaultOf,
  isDoubled,
  type Prepared,
  requestOf,
  sendDelivery,
} from '#lib/webhooks/send.ts'

/** How many are claimed by one statement, and how many may be in hand in all. */
const BATCH = 200
const MOST_IN_HAND = 1024

/** The most requests to one endpoint without a recorded outcome: as many arrive twice after this process is killed. */
const MOST_UNRECORDED = 2 * MOST_PARALLEL

type DispatcherOptions = {
  /** How often to check without a notification, in milliseconds. */
  pollMs?: number
  /** Connections to anywhere, and to public addresses alone; for tests. */
  open?: Connections
  guarded?: Connections
  chance?: () => number
}

/** The deliveries of an endpoint in this process. */
type Lane = {
  concurrency: Concurrency
  waiting: Claimed[]
  underWay: number
  /** Sent, and the outcome is not in the database yet. */
  unrecorded: number
  endpoint: Endpoint
}

/**
 * Sends due deliveries. They are claimed in batches under a lease, sent in parallel over endpoints, to each as many
 * as it handles, and their outcomes are recorded in batches. It may be killed at any point: an unrecorded delivery is
 * sent again when its lease has ended.
 */
export class Dispatcher {
  private readonly runtime: Runtime
  private readonly options: DispatcherOptions
  private readonly lanes = new Map<string, Lane>()
  private readonly recorder: Recorder
  private readonly open: Connections
  private readonly guarded: Connections
  private readonly chance: () => number
  private readonly name = randomBytes(6).toString('hex')
  private claims = 0
  private inHand = 0
  private stopped = false
  private woken: () => void = () => {}
  private awake = false
  private loop: Promise<void> | undefined

  constructor(runtime: Runtime, options: DispatcherOptions = {}) {
    this.runtime = runtime
    this.options = options
    this.open = options.open ?? openAgent()
    this.guarded = options.guarded ?? publicAgent(runtime.allowedNetworks)
    this.chance = options.chance ?? Math.random
    this.recorder = new Recorder(runtime, {
      recorded: (outcomes) => {
        this.inHand -= outcomes.length
        for (const { endpoint_id, made } of outcomes) {
          const lane = this.lanes.get(endpoint_id)
          if (lane && made > 0) lane.unrecorded -= 1
        }
        for (const id of new Set(outcomes.map((outcome) => outcome.endpoint_id))) this.feed(id)
        this.wake()
      },
      failing: (endpoints) => this.disableOrWarn(endpoints),
      recovered: (endpoints) => this.tellOfRecovery(endpoints),
    })
  }

  /** Works until it is stopped. */
  start(): this {
    this.loop ??= this.run()
    return this
  }

  /** There may be something to send. */
  wake(): void {
    this.awake = true
    this.woken()
  }

  /** Stops claiming, releases waiting deliveries, and ends when those in progress have been recorded. */
  async stop(): Promise<void> {
    this.stopped = true
    this.wake()
    await this.loop
    for (const lane of this.lanes.values()) this.giveBack(lane, 0)
    await this.settled()
    await Promise.all([this.open.close(), this.guarded.close()])
  }

  /** Sends everything that is due now, and returns when it is recorded: for tests, which hold the clock. */
  async drain(): Promise<void> {
    for (;;) {
      const found = await this.take()
      await this.settled()
      if (found === 0) return
    }
  }

  private async run(): Promise<void> {
    while (!this.stopped) {
      this.awake = false
      let found = 0
      try {
        found = await this.take()
      } catch (error) {
        log().warn({ err: error }, 'The dispatcher of webhooks could not look for work.')
        await this.sleep(1000, false)
      }
      if (found < BATCH && !this.awake) await this.sleep(this.options.pollMs ?? 500, true)
    }
  }

  private sleep(milliseconds: number, wakeable: boolean): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      if (!wakeable) return
      this.woken = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  /** Everything in hand is sent and recorded. */
  private async settled(): Promise<void> {
    while (this.inHand > 0) await new Promise((resolve) => setTimeout(resolve, 2))
  }

  private now(): number {
    return Math.floor(this.runtime.clock() / 1000)
  }

  /** Claims as much as there is room for and sets it going. @returns how many there were */
  private async take(): Promise<number> {
    const free = Math.min(BATCH, MOST_IN_HAND - this.inHand)
    if (free <= 0) return 0
    // No endpoint gets more than a quarter of the free capacity, so that a few slow ones never take all of it.
    const share = Math.max(1, Math.ceil((MOST_IN_HAND - this.inHand) / 4))
    const rooms = [...this.lanes].map(([endpointId, lane]) => ({
      endpointId,
      room: Math.max(0, Math.min(share, lane.concurrency.inHand - lane.waiting.length - lane.underWay)),
    }))
    this.claims += 1
    const { deliveries, endpoints } = await claim(this.runtime.query, {
      rooms,
      otherwise: Math.min(share, new Concurrency().inHand),
      max: free,
      now: this.now(),
      token: `${this.name}:${this.claims}`,
    })
    this.inHand += deliveries.length
    for (const delivery of deliveries) {
      const endpoint = endpoints.get(delivery.endpoint_id)
      if (endpoint) this.laneOf(endpoint).waiting.push(delivery)
      else this.recorder.add(released(delivery))
    }
    for (const id of endpoints.keys()) this.feed(id)
    return deliveries.length
  }

  private laneOf(endpoint: Endpoint): Lane {
    const lane = this.lanes.get(endpoint.id)
    if (lane) return Object.assign(lane, { endpoint })
    const made = { concurrency: new Concurrency(), waiting: [], underWay: 0, unrecorded: 0, endpoint }
    this.lanes.set(endpoint.id, made)
    // Endpoints that have nothing in hand are forgotten when there are many.
    if (this.lanes.size > 10_000)
      for (const [id, { waiting, underWay, unrecorded }] of this.lanes)
        if (waiting.length + underWay + unrecorded === 0) this.lanes.delete(id)
    return made
  }

  /** Sends the queued deliveries of an endpoint, as far as its concurrency allows. */
  private feed(id: string): void {
    const lane = this.lanes.get(id)
    while (
      lane &&
      lane.underWay < lane.concurrency.parallel &&
      lane.underWay + lane.unrecorded < MOST_UNRECORDED
    ) {
      const delivery = lane.waiting.shift()
      if (!delivery) return
      lane.underWay += 1
      void this.deliver(delivery, lane)
        .catch((error) => {
          log().error({ err: error, event: delivery.event_id, webhook: id }, 'An event could not be sent.')
          this.failHere(delivery, lane, error)
        })
        .finally(() => {
          lane.underWay -= 1
          this.feed(id)
        })
    }
  }

  private async deliver(delivery: Claimed, lane: Lane): Promise<void> {
    const { endpoint } = lane
    const begun = this.now()
    // Delayed for so long that the lease could end on the way: the next dispatcher to claim it sends it.
    if (begun + endpoint.timeout_ms / 1000 >= delivery.leased_until)
      return this.recorder.add(released(delivery))
    const chaos = chaosOf(delivery, endpoint)
    const fault = delivery.cause === 'chaos' ? NO_FAULT : injectedFaultOf(chaos, this.chance)
    if (fault.drop)
      return this.keep(lane, dropped(delivery, begun), attemptOf(delivery, null, LEFT_OUT, begun))
    if (fault.delay > 0) return this.recorder.add(postponed(delivery, begun + fault.delay))

    const request = requestOf(this.runtime.vault, delivery, endpoint, begun)
    const response = await this.post(endpoint, delivery, request)
    if (response.failure === null) lane.concurrency.succeeded(response.milliseconds)
    else {
      lane.concurrency.failed()
      this.giveBack(lane, lane.concurrency.inHand)
    }
    const { status } = response
    const otherSecret =
      request.overlapping && delivery.attempts % 2 === 0 && status !== null && status >= 400 && status < 500
    const outcome = outcomeOf(delivery, response, { now: begun, chance: this.chance(), otherSecret })
    const attempts = [attemptOf(delivery, { request, response }, null, begun)]
    if (response.failure === null && isDoubled(chaos, this.chance)) {
      const again = await this.post(endpoint, delivery, request)
      outcome.made = 2
      attempts.push({
        ...attemptOf(
          { ...delivery, attempts: delivery.attempts + 1 },
          { request, response: again },
          null,
          begun,
        ),
        cause: 'chaos',
      })
    }
    this.keep(lane, outcome, ...attempts)
  }

  /** Has an attempt recorded. */
  private keep(lane: Lane, outcome: DeliveryOutcome, ...attempts: AttemptedDelivery[]): void {
    lane.unrecorded += 1
    this.recorder.add(outcome, ...attempts)
  }

  /** It went wrong here, not there: that is an attempt, too, on record and tried again like any other. */
  private failHere(delivery: Claimed, lane: Lane, error: unknown): void {
    const now = this.now()
    const response = { status: null, headers: null, body: null, milliseconds: 0, failure: failureHere(error) }
    const outcome = outcomeOf(delivery, response, { now, chance: this.chance(), otherSecret: false })
    this.keep(lane, outcome, attemptOf(delivery, { request: null, response }, null, now))
  }

  private async post(endpoint: Endpoint, delivery: Claimed, request: Prepared): Promise<DeliveryResponse> {
    const { account_id, endpoint_id, event_id, event, attempts } = delivery
    const anywhere = endpoint.mode === 'test' && this.runtime.testTargets === 'any'
    const watched = observer()?.delivery?.({ account_id, endpoint_id, event_id, event, number: attempts + 1 })
    const response = await sendDelivery(anywhere ? this.open : this.guarded, request)
    watched?.end({ result: response.failure?.kind ?? 'delivered', status: response.status })
    return response
  }

  /** Deliveries above the limit of an endpoint are released, so that no lease ends while they wait. */
  private giveBack(lane: Lane, max: number): void {
    const stored = Math.max(0, max - lane.underWay)
    for (const delivery of lane.waiting.splice(stored)) this.recorder.add(released(delivery))
  }

  private async tellOfRecovery(endpoints: Recovered[]): Promise<void> {
    for (const { endpoint, actor } of await this.withActors(endpoints))
      await execute(this.runtime, tellOfRecoveredWebhook, actor, { id: endpoint.id }, this.meta())
  }

  private async disableOrWarn(endpoints: Failing[]): Promise<void> {
    for (const { endpoint, actor } of await this.withActors(endpoints)) {
      const { id, given_up } = endpoint
      const since = this.now() - DAY
      if (given_up) await execute(this.runtime, disableWebhook, actor, { id, since }, this.meta())
      else await execute(this.runtime, warnOfFailingWebhook, actor, { id }, this.meta())
    }
  }

  /** Endpoints with the platform in their accounts, which are read together: the recorder waits meanwhile. */
  private async withActors<E extends { account_id: string }>(endpoints: E[]) {
    const accounts = [...new Set(endpoints.map(({ account_id }) => account_id))]
    const actors = await systemActors(this.runtime.query, accounts, 'webhooks')
    return endpoints.flatMap((endpoint) => {
      const actor = actors.get(endpoint.account_id)
      return actor ? [{ endpoint, actor }] : []
    })
  }

  private meta() {
    return { requestId: newId('request', this.runtime.clock()) }
  }
}

/** A delayed delivery is sent now, without another draw. */
const NO_FAULT: InjectedFault = { delay: 0, drop: false }

/** The faults that a sandbox may inject: into the first attempt alone, and never into one that was requested. */
function chaosOf({ attempts, cause }: Claimed, { mode, chaos }: Endpoint): Endpoint['chaos'] {
  const isFirst = attempts === 0 && (cause === 'schedule' || cause === 'chaos')
  return isFirst && mode === 'test' ? chaos : {}
}

type Made = { request: Prepared | null; response: DeliveryResponse }

function attemptOf(
  delivery: Claimed,
  made: Made | null,
  leftOut: string | null,
  now: number,
): AttemptedDelivery {
  const response = made?.response
  return {
    account_id: delivery.account_id,
    id: newId('webhook_attempt', now * 1000),
    endpoint_id: delivery.endpoint_id,
    event_id: delivery.event_id,
    number: delivery.attempts + 1,
    cause: leftOut === null ? delivery.cause : 'chaos',
    duration_ms: response?.milliseconds ?? 0,
    status: response?.status ?? null,
    error_kind: leftOut === null ? (response?.failure?.kind ?? null) : 'dropped',
    error: leftOut ?? response?.failure?.words ?? null,
    request_headers: made?.request?.headers ?? {},
    response_headers: response?.headers ?? null,
    response_body: response?.body ?? null,
    created_at: now,
  }
}
