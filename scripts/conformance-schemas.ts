import { operations } from '#lib/domain/operations.ts'
import { buildOpenApi } from '#lib/surfaces/openapi.ts'
import type { Step } from '#lib/testing/conformance.ts'

type Described = {
  summary: string
  parameters?: { name?: string; in?: string }[]
  requestBody?: { content: Record<string, { schema: { $ref?: string; properties?: object } }> }
}

/** Each operation of the API, with the recorded requests that call it and the fields of its schema. */
export function operationsTable(steps: Step[]) {
  const document = buildOpenApi() as {
    paths: Record<string, Record<string, Described>>
    components: { schemas: Record<string, { properties?: object }> }
  }
  return Object.entries(document.paths).flatMap(([path, methods]) => {
    const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)
    return Object.entries(methods).map(([method, described]) => {
      const calls = steps.filter((step) => step.method.toLowerCase() === method && pattern.test(pathOf(step)))
      const sent = new Set(calls.flatMap(fieldsOf))
      const accepted = fieldsAccepted(described, document.components.schemas)
      return {
        method: method.toUpperCase(),
        path,
        summary: described.summary,
        requests: calls.length,
        same: accepted.filter((name) => sent.has(name)),
        wider: accepted.filter((name) => !sent.has(name)),
      }
    })
  })
}

/** The features that are rejected by name, each with the fields that ask for it and their operations. */
export function featuresTable() {
  const requested = operations.flatMap(({ http, unsupported = {} }) =>
    http === null
      ? []
      : Object.entries(unsupported).map(([field, { feature, values = [] }]) => ({
          feature,
          field: values.length === 0 ? field : `${field}: ${values.join(', ')}`,
          operation: http.replace(/:([a-z_]+)/g, '{$1}'),
        })),
  )
  return Object.entries(Object.groupBy(requested, ({ feature }) => feature)).map(([feature, own = []]) => ({
    feature,
    fields: [...new Set(own.map(({ field }) => field))],
    operations: [...new Set(own.map(({ operation }) => operation))],
  }))
}

function pathOf({ path }: Step): string {
  return (path.split('?')[0] ?? '').replace(/\/+/g, '/').replace(/\/$/, '')
}

/** The names of the fields that a request sends, without what is nested in them. */
function fieldsOf({ path, body }: Step): string[] {
  const query = [...new URLSearchParams(path.split('?')[1]).keys()]
  if (body === undefined) return query.map(topmost)
  const inBody = body.trimStart().startsWith('{')
    ? Object.keys(JSON.parse(body) as object)
    : body.startsWith('--')
      ? [...body.matchAll(/ name="([^"]+)"/g)].map(([, name = '']) => name)
      : [...new URLSearchParams(body).keys()]
  return [...query, ...inBody].map(topmost)
}

function topmost(name: string): string {
  return name.split('[')[0] ?? name
}

function fieldsAccepted(
  { parameters = [], requestBody }: Described,
  schemas: Record<string, { properties?: object }>,
): string[] {
  const inQuery = parameters.flatMap(({ name, in: place }) =>
    place === 'query' && name ? [topmost(name)] : [],
  )
  const [content] = Object.values(requestBody?.content ?? {})
  const named = schemas[content?.schema.$ref?.split('/').at(-1) ?? '']
  const properties = content?.schema.properties ?? named?.properties ?? {}
  return [...new Set([...inQuery, ...Object.keys(properties)])]
}
