import type { z } from 'zod'
import {
  CALLS,
  type Call,
  CallNotification,
  Capabilities,
  Envelope,
  ERROR_STATUS,
  type ErrorCode,
  MAX_MESSAGE_BYTES,
  PROTOCOL_VERSION,
  ProtocolError,
} from '#lib/ports/acquirer-protocol.ts'
import { type Json, outputSchema, pascal } from '#lib/surfaces/openapi/schemas.ts'

/** A side ignores properties that it does not know. */
function schemaOf(schema: z.ZodType): Json {
  return JSON.parse(
    JSON.stringify(outputSchema(schema), (name, value) =>
      name === 'additionalProperties' && value === false ? undefined : value,
    ),
  )
}

const content = (schema: Json) => ({ 'application/json': { schema } })
const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })

/** The OpenAPI 3.1 document of the acquirer protocol: what an adapter serves, and what it sends. Made of its schemas. */
export function buildAcquirerOpenApi(): Json {
  const names = Object.keys(CALLS) as Call[]
  const schemas: Json = { Capabilities: schemaOf(Capabilities), Error: schemaOf(ProtocolError) }
  for (const name of names) {
    schemas[`${pascal(name)}Request`] = requestOf(name)
    schemas[`${pascal(name)}Response`] = schemaOf(CALLS[name].response)
  }
  schemas.Notification = schemaOf(CallNotification)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Acquirer protocol',
      version: String(PROTOCOL_VERSION),
      summary: 'The calls that the adapter of a bank serves.',
      description: [
        'Requests and notifications are signed as Standard Webhooks with a shared secret of at least 24 bytes, over the body as it is sent. Several signatures are separated by spaces, and one that is right is enough. A timestamp that is more than five minutes off is rejected.',
        `No body has more than ${MAX_MESSAGE_BYTES} bytes. Properties that a side does not know are ignored. Amounts are integers in the smallest unit of the currency.`,
        'The reference is the idempotency key: the same reference with the same body has one effect and one response. notify_url is not compared.',
      ].join('\n\n'),
    },
    servers: [
      {
        url: '{base}',
        description: 'Your adapter.',
        variables: { base: { default: 'http://127.0.0.1:4200' } },
      },
    ],
    security: [{ signature: [] }],
    paths: Object.fromEntries([
      ['/', { get: describe('capabilities', 'Returns what the adapter can do.', ref('Capabilities')) }],
      ...names.map((name) => [`/${name}`, { post: describeCall(name) }]),
    ]),
    webhooks: {
      notification: {
        post: {
          operationId: 'notification',
          summary: 'Reports to notify_url that a reference has changed.',
          description:
            'A hint: the server then asks for the status. Send it again under the same webhook-id until the response is 2xx.',
          parameters: SIGNED,
          requestBody: { required: true, content: content(ref('Notification')) },
          responses: {
            '2XX': { description: 'Accepted.' },
            '4XX': {
              description: 'Not accepted: the signature is missing, wrong or old, or the body is malformed.',
            },
          },
        },
      },
    },
    components: {
      securitySchemes: {
        signature: {
          type: 'apiKey',
          in: 'header',
          name: 'webhook-signature',
          description:
            'v1, and the Base64 of an HMAC-SHA256 over webhook-id, webhook-timestamp and the body.',
        },
      },
      schemas,
    },
  }
}

/** The fields of a call, with those that every call has. */
function requestOf(name: Call): Json {
  const { properties } = schemaOf(Envelope) as { properties: Json }
  return {
    allOf: [
      {
        type: 'object',
        properties: { ...properties, call: { type: 'string', const: name } },
        required: ['call', 'reference'],
      },
      schemaOf(CALLS[name].request),
    ],
  }
}

const SIGNED = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
  name,
  in: 'header',
  required: true,
  schema: { type: 'string' },
}))

const ERRORS: Record<ErrorCode, string> = {
  invalid_request: 'The body is malformed, or one for another call.',
  signature_invalid: 'The signature is missing, wrong or old.',
  not_found: 'There is no such call.',
  reference_reused: 'The reference belongs to another request.',
  body_too_large: 'The body is too large.',
  too_many_requests: 'Too many requests. Retry-After says when to try again.',
  unavailable: 'The bank is unavailable. Retry-After says when to try again.',
}

function describeCall(name: Call): Json {
  const requestBody = { required: true, content: content(ref(`${pascal(name)}Request`)) }
  return { ...describe(name, CALLS[name].summary, ref(`${pascal(name)}Response`)), requestBody }
}

function describe(operationId: string, summary: string, response: Json): Json {
  const errors = Object.entries(ERRORS).map(([code, description]) => [
    String(ERROR_STATUS[code as ErrorCode]),
    { description: `${code}: ${description}`, content: content(ref('Error')) },
  ])
  return {
    operationId,
    summary,
    parameters: SIGNED,
    responses: {
      '200': { description: 'The outcome.', content: content(response) },
      ...Object.fromEntries(errors),
    },
  }
}
