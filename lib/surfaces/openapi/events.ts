import { EVENTS } from '#lib/domain/events/schema.ts'
import { sampleOf } from '#lib/surfaces/openapi/sample.ts'
import { type Json, pascal } from '#lib/surfaces/openapi/schemas.ts'

/**
 * The webhooks of the document: the body of each event, with its signatures.
 * @param schemas the components of the document
 */
export function webhooks(schemas: Json): Json {
  return Object.fromEntries(
    Object.entries(EVENTS).map(([event, { says, contains }]) => [
      event,
      { post: delivery(event, says, [...contains], schemas) },
    ]),
  )
}

function delivery(event: string, summary: string, entities: string[], schemas: Json): Json {
  const example = {
    entity: 'event',
    account_id: 'acc_NfLw3gQ81xRt0a',
    event,
    contains: entities,
    payload: Object.fromEntries(entities.map((name) => [name, { entity: sampleOf(referTo(name), schemas) }])),
    created_at: 1_781_505_000,
  }
  return {
    operationId: `on_${event.replaceAll('.', '_')}`,
    summary,
    description: `${summary} Sent to every endpoint that is subscribed to ${event} or to all events.`,
    tags: ['events'],
    security: [],
    parameters: Object.keys(SIGNATURES).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: eventSchema(event, entities), example } },
    },
    responses: {
      '2XX': { description: 'Accepted. Any other status, or no response within 5 seconds, is retried.' },
    },
  }
}

function referTo(entity: string): Json {
  return { $ref: `#/components/schemas/${pascal(entity)}` }
}

function eventSchema(event: string, entities: string[]): Json {
  const snapshot = (name: string) => ({
    type: 'object',
    required: ['entity'],
    properties: { entity: referTo(name) },
  })
  return {
    type: 'object',
    required: ['entity', 'account_id', 'event', 'contains', 'payload', 'created_at'],
    properties: {
      entity: { const: 'event' },
      account_id: { type: 'string', description: 'ID of the account: one mode of one merchant.' },
      event: { const: event },
      contains: {
        type: 'array',
        items: { type: 'string' },
        description: 'Names of the entities in payload.',
      },
      payload: {
        type: 'object',
        description: 'The entities of the event, as they were when it happened.',
        required: entities,
        properties: Object.fromEntries(entities.map((name) => [name, snapshot(name)])),
      },
      created_at: { type: 'integer', description: 'Unix timestamp in seconds.' },
    },
  }
}

/** The headers of a delivery: both families of signatures, and the id that identifies a repeat. */
const SIGNATURES: Record<string, string> = {
  'X-Signature': "Lowercase hex HMAC-SHA256 of the raw body, with the endpoint's secret.",
  'X-Razorpay-Signature': 'Same value, under the name that existing client libraries expect.',
  'X-Event-Id': 'ID of the event. It stays the same when the event is sent again.',
  'X-Razorpay-Event-Id': 'Same value, under the name that existing client libraries expect.',
  'webhook-id': 'ID of the event, as defined by Standard Webhooks.',
  'webhook-timestamp': 'Time of this delivery, as a Unix timestamp in seconds.',
  'webhook-signature': 'v1, and the Base64 HMAC-SHA256 of ID, timestamp and body joined by dots.',
}
const EXAMPLES: Record<string, string> = {
  'webhook-timestamp': '1781505000',
  'webhook-signature': 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
}

export function signatureParameters(): Json {
  return Object.fromEntries(
    Object.entries(SIGNATURES).map(([name, description]) => [
      name,
      {
        name,
        in: 'header',
        required: true,
        description,
        schema: { type: 'string' },
        example:
          EXAMPLES[name] ??
          (name.toLowerCase().endsWith('signature')
            ? '2f1c9a6de4fbd0d9b0b7a3f3a27b6a8e4f2f3f0b2f4b1c0ac0f1d8b1f7f0a5c3'
            : 'evt_NfLw3gQ81xRt0a'),
      },
    ]),
  )
}
