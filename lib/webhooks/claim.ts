import type { Query } from '#lib/database/query.ts'
import { MAX_WAIT } from '#lib/domain/webhooks/rules.ts'
import type { Chaos } from '#lib/domain/webhooks/schema.ts'

/** A claimed delivery: its content, and its lease. */
export type Claimed = {
  account_id: string
  endpoint_id: string
  event_id: string
  /** The name as the endpoint subscribed to it. */
  name: string
  event: string
  contains: string[]
  payload: unknown
  created_at: number
  attempts: number
  cause: 'schedule' | 'resend' | 'replay' | 'chaos'
  round_at: number
  round_attempts: number
  due_at: number
  leased_until: number
  token: string
}

export type Endpoint = {
  id: string
  account_id: string
  url: string
  mode: 'test' | 'live'
  headers: Record<string, string>
  timeout_ms: number
  chaos: Partial<Chaos>
  secret_encrypted: Uint8Array
  previous_secret_encrypted: Uint8Array | null
  previous_secret_until: number | null
}

/** The margin of a lease beyond the longest request to its endpoint, in seconds. */
const LEASE_BEYOND = 15

/**
 * Claims due deliveries, endpoint by endpoint: as many as each has room for, the oldest first, and of each object
 * none while an earlier event of it is claimed or due. Rows that another dispatcher claims at the same time are
 * skipped. `token` is the lease: a dispatcher that no longer holds it changes nothing.
 */
const CLAIM = `
  WITH ready AS (
    SELECT endpoint.account_id, endpoint.id, endpoint.timeout_ms, COALESCE(own.room, $4) AS room
    FROM webhook_endpoints endpoint
    LEFT JOIN unnest($1::text[], $2::int[]) AS own(id, room) ON own.id = endpoint.id
    WHERE endpoint.active AND endpoint.disabled_at IS NULL AND endpoint.deleted_at IS NULL
      AND COALESCE(own.room, $4) > 0
    ORDER BY random()
  ), due AS (
    SELECT one.account_id, one.endpoint_id, one.event_id, ready.timeout_ms
    FROM ready CROSS JOIN LATERAL (
      SELECT delivery.account_id, delivery.endpoint_id, delivery.event_id
      FROM webhook_deliveries delivery
      WHERE delivery.account_id = ready.account_id AND delivery.endpoint_id = ready.id
        AND delivery.state = 'pending' AND delivery.due_at <= $3
        AND (delivery.leased_until IS NULL OR delivery.leased_until < $3)
        AND (delivery.cause = 'chaos' OR NOT EXISTS (
          SELECT FROM webhook_deliveries earlier
          WHERE earlier.account_id = delivery.account_id AND earlier.endpoint_id = delivery.endpoint_id
            AND earlier.object_id = delivery.object_id AND earlier.state = 'pending' AND earlier.cause <> 'chaos'
            AND (earlier.created_at, earlier.event_id) < (delivery.created_at, delivery.event_id)
            AND earlier.due_at <= $3 + ${MAX_WAIT}))
      ORDER BY delivery.due_at, delivery.event_id LIMIT ready.room
      FOR UPDATE OF delivery SKIP LOCKED) AS one
    LIMIT $5
  ), claimed AS (
    UPDATE webhook_deliveries delivery
    SET leased_until = $3 + ceil(due.timeout_ms / 1000.0)::bigint + ${LEASE_BEYOND}, leased_by = $6
    FROM due
    WHERE delivery.account_id = due.account_id AND delivery.endpoint_id = due.endpoint_id AND delivery.event_id = due.event_id
    RETURNING delivery.*
  )
  SELECT claimed.account_id, claimed.endpoint_id, claimed.event_id, claimed.event AS name, claimed.attempts, claimed.cause,
         claimed.round_at, claimed.round_attempts, claimed.due_at, claimed.leased_until, claimed.leased_by AS token,
         event.event, event.contains, event.payload, event.created_at
  FROM claimed JOIN events event ON event.account_id = claimed.account_id AND event.id = claimed.event_id
  ORDER BY claimed.created_at, claimed.event_id`

const ENDPOINTS = `
  SELECT endpoint.id, endpoint.account_id, endpoint.url, account.mode, endpoint.headers, endpoint.timeout_ms, endpoint.chaos,
         endpoint.secret_encrypted, endpoint.previous_secret_encrypted, endpoint.previous_secret_until
  FROM webhook_endpoints endpoint JOIN accounts account ON account.id = endpoint.account_id
  WHERE endpoint.id = ANY($1)`

type Room = { endpointId: string; room: number }

/** @param otherwise the room of an endpoint that `rooms` does not name */
export async function claim(
  query: Query,
  request: { rooms: Room[]; otherwise: number; max: number; now: number; token: string },
): Promise<{ deliveries: Claimed[]; endpoints: Map<string, Endpoint> }> {
  const { rows: deliveries } = await query<Claimed>(CLAIM, [
    request.rooms.map(({ endpointId }) => endpointId),
    request.rooms.map(({ room }) => room),
    request.now,
    request.otherwise,
    request.max,
    request.token,
  ])
  if (deliveries.length === 0) return { deliveries, endpoints: new Map() }
  const ids = [...new Set(deliveries.map(({ endpoint_id }) => endpoint_id))]
  const { rows } = await query<Endpoint>(ENDPOINTS, [ids])
  return { deliveries, endpoints: new Map(rows.map((endpoint) => [endpoint.id, endpoint])) }
}
