import { operations } from '#lib/domain/operations.ts'
import { type Operation, permissionsNeeded } from '#lib/pipeline/operation.ts'
import { errorExamples, errorResponses, errorSchema } from '#lib/surfaces/openapi/errors.ts'
import { signatureParameters, webhooks } from '#lib/surfaces/openapi/events.ts'
import { HEADERS, idempotencyKey, parametersOf, successHeaders } from '#lib/surfaces/openapi/headers.ts'
import { sampleOf } from '#lib/surfaces/openapi/sample.ts'
import {
  type Components,
  createComponents,
  inputSchema,
  type Json,
  outputSchema,
  pascal,
} from '#lib/surfaces/openapi/schemas.ts'

/** The resources in the order in which they are read, by the first segment of their addresses. */
export const TAGS: Record<string, { title: string; description: string }> = {
  orders: {
    title: 'Orders',
    description: 'An order is an amount that a customer pays once. Every payment starts with an order.',
  },
  payments: {
    title: 'Payments',
    description:
      'A payment is one attempt to pay an order: authorized by the bank, captured by you, optionally refunded.',
  },
  cards: {
    title: 'Cards',
    description:
      'The cards that payments were made with: network, issuer and last four digits, never the number.',
  },
  refunds: {
    title: 'Refunds',
    description: 'A refund returns all or part of a captured payment to the payer.',
  },
  settlements: {
    title: 'Settlements',
    description:
      'A settlement pays what you captured, less fees, tax, refunds and transfers, to your bank account.',
  },
  customers: {
    title: 'Customers',
    description: 'Customers who pay, with their name, email and phone number.',
  },
  documents: { title: 'Documents', description: 'PDF, PNG and JPEG files, stored byte for byte.' },
  bills: { title: 'Bills', description: 'Invoices and receipts, each with its own public page.' },
  webhooks: { title: 'Webhooks', description: 'Your endpoints that receive events.' },
  events: {
    title: 'Events',
    description: 'Events of the account, newest first, with a snapshot of the affected records.',
  },
  transfers: {
    title: 'Transfers',
    description: "Transfers add money to a customer's wallet. Wallets are discontinued.",
  },
  fund_accounts: {
    title: 'Fund accounts',
    description: "Customers' bank accounts, which wallets are paid out to. Wallets are discontinued.",
  },
  payouts: {
    title: 'Payouts',
    description:
      "A payout sends money from a customer's wallet to their bank account. Wallets are discontinued.",
  },
}

/** The OpenAPI 3.1 document of the API, generated from the operations. */
export function buildOpenApi(): Json {
  const components = createComponents()
  const paths: Record<string, Json> = {}
  const published = operations.filter(({ http }) => http !== null)
  for (const operation of published) {
    const [method = '', path = ''] = (operation.http ?? '').split(' ')
    const template = path.replace(/:([a-z_]+)/g, '{$1}')
    paths[template] = { ...paths[template], [method.toLowerCase()]: describe(operation, components) }
  }
  const schemas: Json = { ...components.schemas, Error: errorSchema() }
  return {
    openapi: '3.1.0',
    info: INFO,
    servers: [{ url: '/', description: 'This server. Test and live keys use the same base URL.' }],
    security: [{ key: [] }, { token: [] }],
    tags: tagsOf(paths),
    paths,
    webhooks: webhooks(schemas),
    components: {
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'basic',
          description:
            'HTTP Basic: the key ID is the user name and the key secret the password. Test mode keys move no real money.',
        },
        token: {
          type: 'http',
          scheme: 'bearer',
          description:
            'Access token of an app that acts for a user, as on the tool server: limited to the granted scopes, limits and account.',
        },
      },
      schemas,
      responses: components.responses,
      parameters: { 'Idempotency-Key': idempotencyKey, ...signatureParameters() },
      headers: HEADERS,
      examples: errorExamples(published),
    },
  }
}

const INFO = {
  title: 'Counterfoil',
  version: '1',
  summary: 'Orders, payments, capture, refunds, customers, documents, bills and webhooks.',
  description: [
    'Amounts are integers in the smallest currency unit (paise for INR). Timestamps are Unix seconds.',
    'Request bodies are JSON, or forms with bracketed names. Unknown fields are rejected with an error that names the field.',
    'Every POST and PATCH accepts an Idempotency-Key header. Every response has an X-Request-Id header.',
    'Unknown URLs return 404 with the reason route_not_found, or feature_not_supported if they belong to a feature that does not exist here. Unsupported methods return 405 with method_not_allowed.',
  ].join('\n\n'),
}

/** A key always; a token where a scope reaches to it. */
function securityOf({ scope }: Operation): Json[] {
  return scope === null ? [{ key: [] }] : [{ key: [] }, { token: [scope] }]
}

function describe(operation: Operation, components: Components): Json {
  const [method = '', path = ''] = (operation.http ?? '').split(' ')
  const inPath = [...path.matchAll(/:([a-z_]+)/g)].map((match) => match[1] ?? '')
  const input = inputSchema(operation.input)
  const reads = method === 'GET'
  return {
    operationId: operation.name,
    summary: operation.title,
    description: operation.summary,
    security: securityOf(operation),
    tags: [path.split('/')[2]],
    ...(operation.discontinued ? { deprecated: true } : {}),
    'x-permission': operation.permission,
    ...(operation.alsoNeeds ? { 'x-permissions': permissionsNeeded(operation) } : {}),
    parameters: parametersOf(input, inPath, reads),
    ...(reads || method === 'DELETE'
      ? {}
      : { requestBody: requestBody(operation, input, inPath, components) }),
    responses: {
      [operation.status]: {
        description: 'Success.',
        headers: successHeaders(operation),
        content: responseOf(operation, components),
      },
      ...(operation.finds ? { '200': existing(operation, components) } : {}),
      ...(operation.returns === 'file' ? partial(operation, components) : {}),
      ...errorResponses(operation, components),
    },
  }
}

function requestBody(operation: Operation, input: Json, inPath: string[], components: Components): Json {
  const properties = Object.entries((input.properties ?? {}) as Record<string, Json>)
  const required = ((input.required as string[] | undefined) ?? []).filter((name) => !inPath.includes(name))
  const { required: _all, ...rest } = input
  const schema = {
    ...rest,
    properties: Object.fromEntries(properties.filter(([name]) => !inPath.includes(name))),
    ...(required.length > 0 ? { required } : {}),
  }
  return { required: required.length > 0, content: contentOf(operation, schema, components) }
}

/** A file is a part of a form, and on the wire nothing but its bytes. */
function contentOf(operation: Operation, schema: Json, components: Components): Json {
  if (operation.takes === 'file') {
    const { file, ...rest } = schema.properties as Record<string, Json>
    const part = { type: 'string', format: 'binary', description: file?.description }
    const example = {
      ...(sampleOf({ ...schema, properties: rest }) as object),
      file: '(file content)',
    }
    return { 'multipart/form-data': { schema: { ...schema, properties: { file: part, ...rest } }, example } }
  }
  const example = operation.example?.request ?? sampleOf(schema)
  const named = components.put(`${pascal(operation.name)}Request`, schema)
  return {
    'application/json': { schema: named, example },
    'application/x-www-form-urlencoded': { schema: named, example, encoding: bracketed(schema) },
  }
}

/** Objects and lists of a form are written with brackets: notes[shop]=Mysuru. */
function bracketed(schema: Json): Json {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>)
  const nested = properties.filter(([, { type }]) => type === 'object' || type === 'array')
  return Object.fromEntries(nested.map(([name]) => [name, { style: 'deepObject', explode: true }]))
}

function responseOf({ returns, output, example }: Operation, components: Components): Json {
  const schema = outputSchema(output)
  if (returns === 'json') {
    const body = { ...(sampleOf(schema) as object), ...example?.response }
    return { 'application/json': { schema: components.refer(schema), example: body } }
  }
  if (returns === 'stream') {
    const data =
      'retry: 2000\nevent: ready\ndata: {"account_id":"acc_NfLw3gQ81xRt0a","secret":"whsec_…","events":["*"]}\n\n'
    return { 'text/event-stream': { schema: { type: 'string' }, example: data } }
  }
  const { mime_type } = (schema.properties ?? {}) as { mime_type?: { enum?: string[] } }
  const bytes = { schema: { type: 'string', format: 'binary' }, example: '(file content)' }
  return Object.fromEntries((mime_type?.enum ?? ['application/octet-stream']).map((type) => [type, bytes]))
}

/** The existing record, where a repeat makes no second one. */
function existing(operation: Operation, components: Components): Json {
  return {
    description: operation.finds,
    headers: successHeaders(operation),
    content: responseOf(operation, components),
  }
}

/** The responses for parts of a file besides the whole (RFC 9110). */
function partial(operation: Operation, components: Components): Json {
  const headers = successHeaders(operation)
  return {
    '206': {
      description: 'The requested range.',
      headers,
      content: responseOf(operation, components),
    },
    '304': { description: 'Not modified: the content matches If-None-Match.', headers },
  }
}

/** Resources that have addresses, in the order of the table; what the table does not know comes after. */
function tagsOf(paths: Record<string, Json>): Json[] {
  const used = new Set(Object.keys(paths).map((path) => path.split('/')[2] ?? ''))
  // The webhooks of the document are below it, whether or not it has paths.
  used.add('events')
  const order = Object.keys(TAGS)
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)
  return [...used]
    .sort((left, right) => place(left) - place(right))
    .map((name) => ({
      name,
      'x-displayName': TAGS[name]?.title ?? pascal(name),
      description: TAGS[name]?.description,
    }))
}
