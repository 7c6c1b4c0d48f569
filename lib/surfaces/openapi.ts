import { z } from 'zod'
import { operations } from '#lib/domain/operations.ts'
import { REASONS } from '#lib/errors.ts'
import type { Operation } from '#lib/operation.ts'

type Json = Record<string, unknown>

/** The OpenAPI 3.1 document of the interface, drawn from the operations. Nothing in it is written by hand twice. */
export function buildOpenApi(): Json {
  const paths: Record<string, Json> = {}
  for (const operation of operations) {
    if (operation.http === null) continue
    const [method, path] = operation.http.split(' ') as [string, string]
    const template = path.replace(/:([a-z_]+)/g, '{$1}')
    paths[template] = { ...paths[template], [method.toLowerCase()]: describe(operation, method, path) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Counterfoil',
      version: '1',
      summary: 'Orders, payments, capture and refunds.',
      description:
        'Amounts are integers in the smallest currency subunit. Moments are Unix seconds. Every POST and PATCH takes an Idempotency-Key. Every answer carries X-Request-Id.',
    },
    servers: [{ url: '/', description: 'This server; test and live keys use the same address.' }],
    security: [{ key: [] }],
    paths,
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'basic', description: 'Key id as user name, key secret as password.' },
      },
      schemas: { Error: errorSchema() },
      responses: {
        Error: {
          description: 'A refusal or a fault.',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      },
    },
  }
}

function describe(operation: Operation, method: string, path: string): Json {
  const names = [...path.matchAll(/:([a-z_]+)/g)].map((match) => match[1] ?? '')
  const input = inputSchema(operation.input)
  const properties = (input.properties ?? {}) as Record<string, Json>
  const required = new Set((input.required as string[] | undefined) ?? [])
  const inPath = names.map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: properties[name] ?? { type: 'string' },
  }))
  const rest = Object.entries(properties).filter(([name]) => !names.includes(name))
  const reads = method === 'GET'
  const inQuery = rest.map(([name, schema]) => ({
    name: schema.type === 'array' ? `${name}[]` : name,
    in: 'query',
    required: required.has(name),
    ...(schema.type === 'object' ? { style: 'deepObject', explode: true } : {}),
    schema,
  }))
  const body = {
    ...input,
    properties: Object.fromEntries(rest),
    required: [...required].filter((name) => !names.includes(name)),
  }
  return {
    operationId: operation.name,
    summary: operation.title,
    description: operation.summary,
    tags: [path.split('/')[2]],
    parameters: [...inPath, ...(reads ? inQuery : [idempotencyKey])],
    ...(reads
      ? {}
      : { requestBody: { required: body.required.length > 0, content: contentOf(operation, body) } }),
    responses: {
      [operation.status]: {
        description: 'Success.',
        content: answerOf(operation),
      },
      ...Object.fromEntries(
        ['400', '401', '403', '404', '409', '429', '500', '502'].map((status) => [
          status,
          { $ref: '#/components/responses/Error' },
        ]),
      ),
    },
  }
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key with the same body gets the first answer again, for at least 24 hours.',
  schema: { type: 'string', maxLength: 255 },
}

/** A file is a part of a form, and on the wire nothing but its bytes. */
function contentOf({ takes }: Operation, schema: Json): Json {
  if (takes === 'file') {
    const { file, ...rest } = schema.properties as Record<string, Json>
    const part = { type: 'string', format: 'binary', description: file?.description }
    return { 'multipart/form-data': { schema: { ...schema, properties: { file: part, ...rest } } } }
  }
  return { 'application/json': { schema }, 'application/x-www-form-urlencoded': { schema } }
}

function answerOf({ answers, output }: Operation): Json {
  if (answers === 'members') return { 'application/json': { schema: outputSchema(output) } }
  const { mime_type } = (outputSchema(output).properties ?? {}) as { mime_type?: { enum?: string[] } }
  const bytes = { schema: { type: 'string', format: 'binary' } }
  return Object.fromEntries((mime_type?.enum ?? ['application/octet-stream']).map((type) => [type, bytes]))
}

function outputSchema(schema: z.ZodType): Json {
  return plain(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }))
}

/** What may be sent: as the schema reads it, with members that have a default left optional. */
function inputSchema(schema: z.ZodType): Json {
  return plain(
    z.toJSONSchema(schema, {
      io: 'output',
      unrepresentable: 'any',
      override({ zodSchema, jsonSchema }) {
        const { def } = zodSchema._zod
        if (def.type !== 'object') return
        const { shape } = def as z.core.$ZodObjectDef
        jsonSchema.required = jsonSchema.required?.filter((name) => !isOptional(shape[name]))
      },
    }),
  )
}

function isOptional(schema: z.core.$ZodType | undefined): boolean {
  return schema?._zod.optin === 'optional' || schema?._zod.def.type === 'default'
}

function plain(schema: unknown): Json {
  const { $schema, '~standard': _standard, ...rest } = schema as Json
  return rest
}

function errorSchema(): Json {
  const text = { type: 'string' }
  return {
    type: 'object',
    required: ['error'],
    properties: {
      error: {
        type: 'object',
        required: ['code', 'description', 'source', 'step', 'reason', 'metadata'],
        properties: {
          code: { enum: ['BAD_REQUEST_ERROR', 'GATEWAY_ERROR', 'SERVER_ERROR'] },
          description: text,
          field: { ...text, description: 'The one offending input, as a dotted path.' },
          source: { enum: ['business', 'customer', 'internal', 'gateway', 'issuer_bank', 'network', 'NA'] },
          step: text,
          reason: {
            enum: Object.keys(REASONS),
            description: Object.entries(REASONS)
              .map(([reason, row]) => `${reason}: ${row.description}`)
              .join('\n'),
          },
          metadata: { type: 'object', additionalProperties: text },
        },
      },
    },
  }
}
