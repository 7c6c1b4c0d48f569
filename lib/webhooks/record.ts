import type { Columns, Query } from '#lib/database/query.ts'
import { FAILING_FOR } from '#lib/domain/webhooks/rules.ts'
import type { webhook_endpoints } from '#lib/generated/prisma/client.ts'
import type { Runtime } from '#lib/pipeline/operation.ts'
import { log } from '#lib/process/log.ts'
import { DAY } from '#lib/values/time.ts'

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

/** The outcome of a claimed delivery: its new status, and the attempts that were made, if any. */
export type DeliveryOutcome = {
  account_id: string
  endpoint_id: string
  event_id: string
  token: string
  state: 'pending' | 'delivered' | 'failed' | 'dropped'
  due_at: number | null
  cause: string
  round_at: number
  round_attempts: number
  /** How many attempts were made. */
  made: number
  last_attempt_at: number | null
  last_status: number | null
  last_error: string | null
  delivered_at: number | null
}

export type AttemptedDelivery = {
  account_id: string
  id: string
  endpoint_id: string
  event_id: string
  number: number
  cause: string
  duration_ms: number
  status: number | null
  error_kind: string | null
  error: string | null
  request_headers: Record<string, string>
  response_headers: Record<string, string> | null
  response_body: string | null
  created_at: number
}

/** The names of endpoints with a success, and of those without any. */
export type Standing = { well: string[]; ill: string[] }

/**
 * Records all outcomes of a batch, in one statement. An outcome counts only under the lease it was reached with, and
 * while the delivery still waits: a delayed dispatcher overwrites none. The attempt was made, so it is stored all the
 * same.
 */
const RECORD = `
  WITH outcome AS (
    SELECT * FROM json_to_recordset($1::json) AS (
      account_id text, endpoint_id text, event_id text, token text, state text, due_at bigint, cause text, round_at bigint,
      round_attempts int, made int, last_attempt_at bigint, last_status int, last_error text, delivered_at bigint)
  ), recorded AS (
    UPDATE webhook_deliveries delivery
    SET state = outcome.state, due_at = outcome.due_at, cause = outcome.cause, round_at = outcome.round_at,
        round_attempts = outcome.round_attempts, attempts = delivery.attempts + outcome.made,
        leased_until = NULL, leased_by = NULL,
        last_attempt_at = CASE WHEN made > 0 THEN outcome.last_attempt_at ELSE delivery.last_attempt_at END,
        last_status = CASE WHEN made > 0 THEN outcome.last_status ELSE delivery.last_status END,
        last_error = CASE WHEN made > 0 THEN outcome.last_error ELSE delivery.last_error END,
        delivered_at = COALESCE(outcome.delivered_at, delivery.delivered_at)
    FROM outcome
    WHERE delivery.account_id = outcome.account_id AND delivery.endpoint_id = outcome.endpoint_id
      AND delivery.event_id = outcome.event_id AND delivery.leased_by = outcome.token AND delivery.state = 'pending'
    RETURNING 1
  ), kept AS (
    INSERT INTO webhook_attempts (account_id, id, endpoint_id, event_id, number, cause, duration_ms, status, error_kind, error,
      request_headers, response_headers, response_body, created_at)
    SELECT * FROM json_to_recordset($2::json) AS (
      account_id text, id text, endpoint_id text, event_id text, number int, cause text, duration_ms int, status int,
      error_kind text, error text, request_headers jsonb, response_headers jsonb, response_body text, created_at bigint)
    ON CONFLICT DO NOTHING
  ), well AS (
    UPDATE webhook_endpoints SET failing_since = NULL WHERE id = ANY($3) AND failing_since IS NOT NULL
  ), ill AS (
    UPDATE webhook_endpoints SET failing_since = $5 WHERE id = ANY($4) AND failing_since IS NULL
  )
  SELECT (SELECT count(*)::int FROM recorded) AS recorded,
    (SELECT json_agg(json_build_object('id', id, 'account_id', account_id)) FROM webhook_endpoints
     WHERE id = ANY($3) AND failure_told AND disabled_at IS NULL AND deleted_at IS NULL) AS recovered`

/** @returns how many outcomes counted, and the endpoints with a success of whose failure people were told */
export async function record(
  query: Query,
  outcomes: DeliveryOutcome[],
  attempts: AttemptedDelivery[],
  standing: Standing,
  now: number,
): Promise<{ recorded: number; recovered: Recovered[] }> {
  const { rows } = await query<{ recorded: number; recovered: Recovered[] | null }>(RECORD, [
    JSON.stringify(outcomes),
    JSON.stringify(attempts),
    standing.well,
    standing.ill,
    now,
  ])
  return { recorded: Number(rows[0]?.recorded), recovered: rows[0]?.recovered ?? [] }
}

/** An endpoint that takes deliveries again. */
export type Recovered = Columns<webhook_endpoints, 'id' | 'account_id'>

/** An endpoint that has taken nothing for so long that it is disabled, or that staff are told. */
export type Failing = Columns<webhook_endpoints, 'id' | 'account_id'> & { given_up: boolean }

/** The endpoints that have taken nothing for as long as they are tried, or for long enough to tell staff. */
export async function failing(query: Query, ids: string[], now: number): Promise<Failing[]> {
  const { rows } = await query<Failing>(
    `SELECT id, account_id, failing_since <= $2 AS given_up FROM webhook_endpoints
     WHERE id = ANY($1) AND disabled_at IS NULL AND deleted_at IS NULL
       AND (failing_since <= $2 OR (failing_since <= $3 AND COALESCE(failing_told_at, 0) <= $4))`,
    [ids, now - DAY, now - FAILING_FOR, now - DAY],
  )
  return rows
}
