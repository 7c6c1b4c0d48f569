type Queued = {
  /** SQL of the events, a table or a query in brackets. */
  events: string
  /** SQL: the condition on the `endpoint` that gets them. */
  endpoints: string
  cause: 'schedule' | 'replay'
  /** SQL: when they are first sent. */
  at: string
  /** Whether some of them may be queued already. */
  again: boolean
}

/**
 * Queues events for every endpoint that subscribed to them; an event for one endpoint goes to that one. Two names have a
 * second spelling, with a dot, which endpoints that subscribed to it get.
 */
function insertDeliveries({ events, endpoints, cause, at, again }: Queued): string {
  const other = `replace(queued_event.event, 'transfer_', 'transfer.')`
  return `INSERT INTO webhook_deliveries (account_id, endpoint_id, event_id, event, object_id, state, cause, round_at, due_at, created_at)
    SELECT queued_event.account_id, endpoint.id, queued_event.id,
           CASE WHEN ${other} = ANY(endpoint.events) AND NOT queued_event.event = ANY(endpoint.events) THEN ${other} ELSE queued_event.event END,
           queued_event.object_id, 'pending', '${cause}', ${at}, ${at}, queued_event.created_at
    FROM ${events} AS queued_event
    JOIN webhook_endpoints endpoint ON endpoint.account_id = queued_event.account_id
    WHERE ${endpoints}
      AND CASE WHEN queued_event.endpoint_id IS NULL THEN endpoint.events && ARRAY['*', queued_event.event, ${other}]
               ELSE endpoint.id = queued_event.endpoint_id END
    ${again ? 'ON CONFLICT DO NOTHING ' : ''}RETURNING 1 AS added`
}

/**
 * Queues new events, in the statement that writes them: a delivery exists if and only if the change does.
 * @param events a query for them in brackets
 */
export function queueNewEvents(events: string): string {
  const endpoints = 'endpoint.active AND endpoint.disabled_at IS NULL AND endpoint.deleted_at IS NULL'
  return insertDeliveries({
    events,
    endpoints,
    cause: 'schedule',
    at: 'queued_event.created_at',
    again: false,
  })
}

/** Queues what an endpoint was never sent. The account is $1, the endpoint $2, the present $3, the period $4 to $5. */
export const QUEUE_MISSED_EVENTS = insertDeliveries({
  events:
    '(SELECT * FROM events WHERE account_id = $1 AND created_at BETWEEN $4 AND $5 AND endpoint_id IS NULL)',
  endpoints: 'endpoint.account_id = $1 AND endpoint.id = $2',
  cause: 'replay',
  at: '$3::bigint',
  again: true,
})
