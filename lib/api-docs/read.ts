import { type DocField, type DocJson, docFieldsOf, resolverOf } from './fields.ts'

export type Parameter = DocField & { place: 'path' | 'query' | 'header' }
export type ResponseDoc = {
  status: string
  description: string
  type: string | null
  fields: DocField[]
  example: unknown
}
type ErrorDoc = { status: string; reason: string }

export type Described = {
  id: string
  method: string
  path: string
  title: string
  summary: string
  resource: string
  permissions: string[]
  deprecated: boolean
  parameters: Parameter[]
  body: { types: string[]; fields: DocField[]; example: unknown } | null
  responses: ResponseDoc[]
  errors: ErrorDoc[]
}

export type DocResource = { name: string; title: string; description: string; operations: Described[] }
export type EventOf = { name: string; summary: string; example: unknown }
export type Reference = { resources: DocResource[]; events: EventOf[] }

/** The reference as the pages read it, from the OpenAPI document. */
export function readReference(document: DocJson): Reference {
  const resolve = resolverOf(document)
  const paths = document.paths as Record<string, Record<string, DocJson>>
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => describe(method, path, operation, resolve)),
  )
  const resources = (document.tags as DocJson[]).map((tag) => ({
    name: String(tag.name),
    title: String(tag['x-displayName']),
    description: String(tag.description),
    operations: all.filter(({ resource }) => resource === tag.name),
  }))
  return {
    resources: resources.filter(({ operations }) => operations.length > 0),
    events: eventsOf(document),
  }
}

type Resolve = ReturnType<typeof resolverOf>

function describe(method: string, path: string, operation: DocJson, resolve: Resolve): Described {
  const responses = Object.entries(operation.responses as Record<string, DocJson>)
  return {
    id: String(operation.operationId),
    method: method.toUpperCase(),
    path,
    title: String(operation.summary),
    summary: String(operation.description),
    resource: String((operation.tags as string[])[0]),
    permissions: (operation['x-permissions'] as string[] | undefined) ?? [String(operation['x-permission'])],
    deprecated: operation.deprecated === true,
    parameters: (operation.parameters as DocJson[]).map((given) => parameterOf(resolve(given), resolve)),
    body: bodyOf(operation.requestBody as DocJson | undefined, resolve),
    responses: responses
      .filter(([status]) => status < '400')
      .map(([status, given]) => responseOf(status, given, resolve)),
    errors: responses
      .filter(([status]) => status >= '400')
      .flatMap(([status, given]) => errorsOf(status, resolve(given))),
  }
}

function parameterOf(given: DocJson, resolve: Resolve): Parameter {
  const [field] = docFieldsOf(
    {
      properties: { [String(given.name)]: { ...(given.schema as DocJson), description: given.description } },
      required: given.required === true ? [given.name] : [],
    },
    resolve,
  )
  return { ...(field as DocField), place: given.in as Parameter['place'], example: given.example }
}

function bodyOf(body: DocJson | undefined, resolve: Resolve): Described['body'] {
  if (!body) return null
  const content = body.content as Record<string, DocJson>
  const first = Object.values(content)[0] ?? {}
  return {
    types: Object.keys(content),
    fields: docFieldsOf(first.schema as DocJson, resolve),
    example: first.example,
  }
}

function responseOf(status: string, given: DocJson, resolve: Resolve): ResponseDoc {
  const response = resolve(given)
  const [type = null, media] = Object.entries((response.content ?? {}) as Record<string, DocJson>)[0] ?? []
  return {
    status,
    description: String(response.description),
    type,
    fields: type === 'application/json' ? docFieldsOf(media?.schema as DocJson, resolve) : [],
    example: type === 'application/json' ? media?.example : undefined,
  }
}

function errorsOf(status: string, response: DocJson): ErrorDoc[] {
  const media = (response.content as Record<string, DocJson> | undefined)?.['application/json']
  return Object.keys((media?.examples ?? {}) as DocJson).map((reason) => ({ status, reason }))
}

function eventsOf(document: DocJson): EventOf[] {
  return Object.entries(document.webhooks as Record<string, { post: DocJson }>).map(([name, { post }]) => {
    const content = (post.requestBody as DocJson).content as Record<string, DocJson>
    return { name, summary: String(post.summary), example: content['application/json']?.example }
  })
}
