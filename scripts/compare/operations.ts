import { buildOpenApi } from '#lib/surfaces/openapi.ts'

/** The part of JSON Schema that the document uses. */
export type Schema = {
  $ref?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
  additionalProperties?: boolean | Schema
}

type Described = {
  operationId: string
  summary: string
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>
}

export type MatchedOperation = {
  name: string
  title: string
  method: string
  /** As in the document: `/v1/orders/{id}`. */
  path: string
  streams: boolean
  /** Which segments of a path are parameters. */
  parameters: boolean[]
  /** The schema of a response of this API; undefined where it is no JSON. */
  schemaOf(status: number): Schema | undefined
}

export type Api = {
  match(method: string, path: string): MatchedOperation | null
  /** The forms that a value may have: references and alternatives are resolved. */
  formsOf(schema: Schema | undefined): Schema[]
}

/** The operations of the OpenAPI document, by method and path. */
export function readApi(): Api {
  const document = buildOpenApi() as {
    paths: Record<string, Record<string, Described>>
    components: { schemas: Record<string, Schema> }
  }
  const { schemas } = document.components
  const operations = Object.entries(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, described]) => operationOf(method, path, described)),
    )
    // A path without parameters comes before one that would match it: /v1/payments/create/json.
    .sort((left, right) => parametersIn(left) - parametersIn(right))
  const formsOf = (schema: Schema | undefined): Schema[] => {
    if (!schema) return []
    if (schema.$ref) return formsOf(schemas[schema.$ref.split('/').at(-1) ?? ''])
    return schema.anyOf ? schema.anyOf.flatMap(formsOf) : [schema]
  }
  return {
    match: (method, path) => {
      const segments = segmentsOf(path)
      return operations.find((each) => each.method === method && matches(each, segments)) ?? null
    },
    formsOf,
  }
}

/** Slashes too many have no meaning. */
export function segmentsOf(path: string): string[] {
  return path.split('/').filter(Boolean)
}

function operationOf(method: string, path: string, { operationId, summary, responses }: Described) {
  const contentOf = (status: number) => responses[String(status)]?.content
  return {
    name: operationId,
    title: summary,
    method: method.toUpperCase(),
    path,
    streams: Object.values(responses).some(({ content }) => content?.['text/event-stream'] !== undefined),
    parameters: segmentsOf(path).map((segment) => segment.startsWith('{')),
    schemaOf: (status: number) =>
      status >= 400 ? { $ref: 'Error' } : contentOf(status)?.['application/json']?.schema,
  }
}

function parametersIn({ parameters }: MatchedOperation): number {
  return parameters.filter(Boolean).length
}

function matches({ path, parameters }: MatchedOperation, segments: string[]): boolean {
  const own = segmentsOf(path)
  return own.length === segments.length && own.every((one, at) => parameters[at] || one === segments[at])
}
