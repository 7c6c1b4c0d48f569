import type { ToolAnnotations } from '@modelcontextprotocol/server'
import { operations } from '#lib/domain/operations.ts'
import type { Operation } from '#lib/pipeline/operation.ts'
import { inputSchema, type Json } from '#lib/surfaces/openapi/schemas.ts'
import { timesOf } from '#lib/surfaces/tools/arguments.ts'
import { LONGEST_KEY } from '#lib/surfaces/tools/caller.ts'
import { isList } from '#lib/surfaces/tools/result.ts'
import { listedArguments } from '#lib/values/aliases.ts'
import type { ScopeName } from '#lib/values/permissions.ts'

/** Arguments that many tools have, in few words; null where the name says it. The instructions of the server say more. */
const TEXTS: Record<string, string | null> = {
  id: null,
  from: 'Created since: "last 7 days", a date, ISO 8601 or Unix seconds',
  to: 'Inclusive',
  skip: 'next.skip',
  starting_after: 'next.starting_after',
  expand: null,
  currency: null,
  notes: null,
  fields: 'Of each item, or ["all"]',
  idempotency_key: 'New for each write; the same to retry it',
}

/** The most levels of properties that are listed; below them, a schema names its type only. */
const DEPTH = 2

/**
 * The arguments of a tool as a model needs them: names, types, choices and a few words. What the server checks anyway
 * (lengths, patterns, bounds) is left out, since every model pays for the list in every conversation.
 * @param schema as JSON Schema in full
 * @param times the arguments that are timestamps, which may be dates and words
 */
function leanSchema(schema: Json, times: ReadonlySet<string>): Json & { type: 'object' } {
  const given = (schema.properties ?? {}) as Record<string, Json>
  const named = listedArguments(Object.keys(given))
  const properties = Object.entries(given)
    .filter(([name, property]) => named.includes(name) && !('not' in property))
    .map(([name, property]) => {
      const text = textOf(name, property, 'count' in given)
      return [name, leanProperty(name, property, text, times.has(name))] as const
    })
  const required = schema.required as string[] | undefined
  return {
    type: 'object',
    ...(properties.length > 0 ? { properties: Object.fromEntries(properties) } : {}),
    ...(required?.length ? { required } : {}),
  }
}

/** @param paged whether it is an argument of a list, whose span is that of creation */
function textOf(name: string, property: Json, paged: boolean): string | null {
  const ofSpan = name === 'from' || name === 'to'
  const known = name === 'count' ? countText(property) : ofSpan && !paged ? undefined : TEXTS[name]
  return known === undefined ? shortened(String(property.description ?? '')) : known
}

function leanProperty(name: string, property: Json, text: string | null, time: boolean): Json {
  const described = text ? { description: withUnit(name, property, text) } : {}
  return time ? { type: 'string', ...described } : { ...lean(property, 1), ...described }
}

function countText({ minimum, maximum, default: usual }: Json): string {
  return `${minimum} to ${maximum}, default ${usual}`
}

/** A schema without descriptions, bounds and defaults. */
function lean(given: Json, depth: number): Json {
  const schema = withoutNull(given)
  const { type, enum: choices, items, properties, required, anyOf } = schema
  if (schema.const !== undefined) return { const: schema.const }
  if (choices) return { type: type ?? 'string', enum: choices }
  if (Array.isArray(anyOf)) return { anyOf: anyOf.map((one) => lean(one as Json, depth)) }
  if (type === 'array') return { type, items: lean((items ?? {}) as Json, depth) }
  if (type !== 'object' || !properties || depth >= DEPTH) return type === undefined ? {} : { type }
  const inner = Object.entries(properties as Record<string, Json>).map(([name, one]) => [
    name,
    {
      ...lean(one, depth + 1),
      ...(isAmount(name, one) ? { description: 'In the smallest unit (paise)' } : {}),
    },
  ])
  return { type, properties: Object.fromEntries(inner), ...(required ? { required } : {}) }
}

/** What is not said at an amount is taken for rupees. */
function withUnit(name: string, property: Json, text: string): string {
  return isAmount(name, property) && !/smallest/.test(text) ? `${text}, in the smallest unit` : text
}

function isAmount(name: string, property: Json): boolean {
  return withoutNull(property).type === 'integer' && /(?:^|_)(?:amount|gte|lte)$/.test(name)
}

/** Null means that an argument is not given, which leaving it out says as well. */
function withoutNull(schema: Json): Json {
  if (Array.isArray(schema.type)) {
    const types = schema.type.filter((type) => type !== 'null')
    return { ...schema, type: types.length === 1 ? types[0] : types }
  }
  if (!Array.isArray(schema.anyOf)) return schema
  const choices = (schema.anyOf as Json[]).filter(({ type }) => type !== 'null')
  return choices.length === 1 ? withoutNull(choices[0] as Json) : { ...schema, anyOf: choices }
}

/** Filters whose name says all: "Only payments with this status." */
const OBVIOUS = /^Only \w+ (with|of|by|for|linked to|to|from)\b.* this\b/

/** The first sentence of a description, without what the name says. */
function shortened(description: string): string {
  if (OBVIOUS.test(description)) return ''
  const prefix = /^ID .*prefix ([a-z]+_)\.$/.exec(description)?.[1]
  if (prefix) return `${prefix}...`
  return description
    .replace(/\. .*$/s, '')
    .replace(/\.$/, '')
    .replace(/, in the smallest currency unit.*$/, ', in the smallest unit')
    .replace('in the smallest currency unit', 'in the smallest unit')
    .replace(/,? as a Unix timestamp in seconds/, '')
    .replace('at or after this Unix timestamp in seconds', 'since this time')
    .replace('at or before this Unix timestamp in seconds', 'until this time')
    .replace(/,? ?\(paise for INR\)/, '')
}

/** A tool as clients see it, with the operation that it runs and the scope that it takes. */
export type OperationTool = {
  operation: Operation
  /** `any`: every token may call it, whatever its scopes, to read the results of its own requests. */
  scope: ScopeName | 'any'
  /** Takes an idempotency key beside the properties of the operation. */
  keyed: boolean
  /** Every argument in full, for the reference. */
  arguments: Json
  listing: {
    name: string
    title: string
    description: string
    inputSchema: Json & { type: 'object' }
    annotations: ToolAnnotations
  }
}

/** Every tool, made from the operations, by its name. Made once. */
export function tools(): ReadonlyMap<string, OperationTool> {
  made ??= new Map(
    operations.flatMap((operation) => {
      const tool = toolOf(operation)
      return tool ? [[tool.listing.name, tool] as const] : []
    }),
  )
  return made
}
let made: ReadonlyMap<string, OperationTool> | undefined

/** Whether a token of these scopes may call a tool. */
export function mayCall(scopes: readonly string[], { scope }: Pick<OperationTool, 'scope'>): boolean {
  return scope === 'any' || scopes.includes(scope)
}

function toolOf(operation: Operation): OperationTool | null {
  const { name, effect, scope, tool: hints } = operation
  if (scope === null || hints === null) return null
  const reads = effect === 'read'
  // The notation of query strings, as an argument.
  const summary = operation.summary
    .replace(/expand\[\]=([\w.]+)/g, 'expand ["$1"]')
    .replaceAll('expand[]', 'expand')
  const properties = inputSchema(operation.input)
  const taken = isList(operation) ? withFields(properties) : reads ? properties : withKey(properties)
  return {
    operation,
    scope,
    keyed: !reads,
    arguments: taken,
    listing: {
      name: operation.toolName ?? name,
      title: operation.title,
      description: operation.movesMoney ? `${summary} ${MAY_WAIT}` : summary,
      inputSchema: leanSchema(taken, timesOf(operation.input)),
      annotations: {
        readOnlyHint: reads,
        destructiveHint: hints.destructive,
        idempotentHint: hints.idempotent,
        openWorldHint: hints.openWorld,
      },
    },
  }
}

const MAY_WAIT = 'Above a limit, it needs approval first.'

function withKey(properties: Json): Json {
  return {
    ...properties,
    properties: {
      ...(properties.properties as object),
      idempotency_key: {
        type: 'string',
        minLength: 1,
        maxLength: LONGEST_KEY,
        description:
          'Unique key for this write. A repeat with the same key runs once and returns the first result.',
      },
    },
  }
}

function withFields(properties: Json): Json {
  return {
    ...properties,
    properties: {
      ...(properties.properties as object),
      fields: {
        type: 'array',
        items: { type: 'string' },
        description: 'The fields of each item, or ["all"]. Without it, items have their main fields.',
      },
    },
  }
}
