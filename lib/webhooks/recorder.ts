import { log } from '#lib/log.ts'
import type { Runtime } from '#lib/pipeline/operation.ts'
import {
  type AttemptedDelivery,
  type DeliveryOutcome,
  type Failing,
  failing,
  type Recovered,
  record,
  type Standing,
} from '#lib/webhooks/record.ts'

/** The most that one statement records. */
const BATCH = 200

type Heard = {
  /** These deliveries are no longer in hand. */
  recorded(outcomes: DeliveryOutcome[]): void
  /** Endpoints that have taken nothing for an hour, or for a day. */
  failing(endpoints: Failing[]): Promise<void>
  /** Endpoints that take deliveries again, after people were told that they failed. */
  recovered(endpoints: Recovered[]): Promise<void>
}

/**
 * Records the outcomes of deliveries: those that arrive while a batch is written go with the next. When the database
 * is away the write is retried, for as long as the leases may last.
 */
export class Recorder {
  private readonly runtime: Runtime
  private readonly heard: Heard
  private entries: { outcome: DeliveryOutcome; attempts: AttemptedDelivery[] }[] = []
  private writing = false

  constructor(runtime: Runtime, heard: Heard) {
    this.runtime = runtime
    this.heard = heard
  }

  add(outcome: DeliveryOutcome, ...attempts: AttemptedDelivery[]): void {
    this.entries.push({ outcome, attempts })
    if (this.writing) return
    this.writing = true
    // Outcomes of the same turn are written together.
    setImmediate(() => void this.write())
  }

  private async write(): Promise<void> {
    while (this.entries.length > 0) {
      const batch = this.entries.splice(0, BATCH)
      await this.insist(batch)
      this.heard.recorded(batch.map(({ outcome }) => outcome))
    }
    this.writing = false
  }

  private async insist(batch: { outcome: DeliveryOutcome; attempts: AttemptedDelivery[] }[]): Promise<void> {
    const outcomes = batch.map(({ outcome }) => outcome)
    const attempts = batch.flatMap((entry) => entry.attempts)
    const standing = standingOf(batch)
    for (let tries = 1; ; tries += 1) {
      const now = Math.floor(this.runtime.clock() / 1000)
      try {
        const { recovered } = await record(this.runtime.query, outcomes, attempts, standing, now)
        if (recovered.length > 0) await this.heard.recovered(recovered)
        if (standing.ill.length === 0) return
        const found = await failing(this.runtime.query, standing.ill, now)
        if (found.length > 0) await this.heard.failing(found)
        return
      } catch (error) {
        log().warn(
          { err: error, deliveries: batch.length },
          'The results of deliveries could not be recorded yet.',
        )
        // By then every lease has ended and other dispatchers have the deliveries.
        if (tries === 20) return
        await new Promise((resolve) => setTimeout(resolve, 1000))
      }
    }
  }
}

/** Endpoints with a success, and endpoints without. A local failure is not the endpoint's fault. */
function standingOf(batch: { outcome: DeliveryOutcome; attempts: AttemptedDelivery[] }[]): Standing {
  const sent = batch
    .filter(({ attempts }) => attempts.some(({ error_kind }) => !UNSENT.has(error_kind ?? '')))
    .map(({ outcome }) => outcome)
  const well = new Set(
    sent.filter(({ state }) => state === 'delivered').map((outcome) => outcome.endpoint_id),
  )
  const ill = new Set(sent.map((outcome) => outcome.endpoint_id).filter((id) => !well.has(id)))
  return { well: [...well], ill: [...ill] }
}
const UNSENT = new Set(['internal', 'dropped'])
