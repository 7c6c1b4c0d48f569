export type DocJson = Record<string, unknown>

/** A field of a request or response body, with its type in words. */
export type DocField = {
  name: string
  type: string
  required: boolean
  description: string
  limits: string[]
  fields: DocField[]
  choices: string[]
  example?: unknown
}

type Resolve = (schema: DocJson) => DocJson

/** Follows a reference within the document. */
export function resolverOf(document: DocJson): Resolve {
  return function resolve(schema) {
    if (typeof schema.$ref !== 'string') return schema
    const parts = schema.$ref.slice(2).split('/')
    return resolve(parts.reduce<unknown>((value, part) => (value as DocJson)[part], document) as DocJson)
  }
}

/** How many levels of nested fields are shown. */
const DEPTH = 3

/** The fields of an object, or of the items of a list. */
export function docFieldsOf(given: DocJson, resolve: Resolve, depth = 0): DocField[] {
  const schema = innermost(given, resolve)
  const required = new Set((schema.required as string[] | undefined) ?? [])
  const properties = (schema.properties ?? {}) as Record<string, DocJson>
  return Object.entries(properties)
    .filter(([, field]) => !('not' in resolve(field)))
    .map(([name, field]) => {
      const own = resolve(field)
      return {
        name,
        type: typeOf(own, resolve),
        required: required.has(name),
        description: String(own.description ?? innermost(own, resolve).description ?? ''),
        limits: limitsOf(innermost(own, resolve), own),
        fields: depth < DEPTH ? docFieldsOf(own, resolve, depth + 1) : [],
        choices: choicesOf(innermost(own, resolve)),
      }
    })
}

/** What stands within a choice with null, and within a list. */
function innermost(given: DocJson, resolve: Resolve): DocJson {
  const schema = resolve(given)
  if (Array.isArray(schema.anyOf)) {
    const choices = (schema.anyOf as DocJson[]).map(resolve)
    const first = choices.find(({ type, maxItems }) => type !== 'null' && maxItems !== 0)
    return first ? innermost(first, resolve) : schema
  }
  if (schema.type === 'array' && schema.items) return innermost(schema.items as DocJson, resolve)
  return schema
}

function typeOf(given: DocJson, resolve: Resolve): string {
  const schema = resolve(given)
  if (Array.isArray(schema.anyOf)) {
    const types = (schema.anyOf as DocJson[]).map(resolve).filter(({ maxItems }) => maxItems !== 0)
    return [...new Set(types.map((each) => typeOf(each, resolve)))].join(' or ')
  }
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.type === 'array') return `array of ${typeOf((schema.items ?? {}) as DocJson, resolve)}`
  if (schema.format === 'binary') return 'file'
  if (Array.isArray(schema.type)) return schema.type.join(' or ')
  return String(schema.type ?? (Array.isArray(schema.enum) ? 'string' : 'any'))
}

function choicesOf(schema: DocJson): string[] {
  return Array.isArray(schema.enum) ? schema.enum.map(String) : []
}

function limitsOf(schema: DocJson, outer: DocJson): string[] {
  const { minimum, maximum, minLength, maxLength, pattern, format } = schema
  const { minItems, maxItems, default: usual } = outer
  const said = [
    minimum !== undefined && `at least ${figure(minimum)}`,
    maximum !== undefined && `at most ${figure(maximum)}`,
    minLength !== undefined && `at least ${figure(minLength)} characters`,
    maxLength !== undefined && `at most ${figure(maxLength)} characters`,
    minItems !== undefined && `at least ${figure(minItems)} items`,
    maxItems !== undefined && `at most ${figure(maxItems)} items`,
    pattern !== undefined && !format && String(pattern).length < 60 && `matches ${pattern}`,
    format === 'email' && 'an email address',
    format === 'uri' && 'a URL',
    usual !== undefined &&
      typeof usual !== 'object' &&
      !('const' in schema) &&
      `default ${JSON.stringify(usual)}`,
  ]
  return said.filter((each) => typeof each === 'string')
}

function figure(value: unknown): string {
  return typeof value === 'number' ? value.toLocaleString('en-US') : String(value)
}
