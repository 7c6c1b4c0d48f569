import type { z } from 'zod'
import { nearest } from '#lib/filters/filter-text.ts'
import { itemOf } from '#lib/filters/page.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { InputProblem } from '#lib/pipeline/input-problems.ts'
import { type Actor, type Operation, permissionLacking } from '#lib/pipeline/operation.ts'
import { logFault } from '#lib/process/log.ts'
import { runtime } from '#lib/runtime.ts'
import { type Json, outputSchema } from '#lib/surfaces/openapi/schemas.ts'
import { leanRecord } from '#lib/values/json.ts'

/** The value of `fields` that stands for every property. */
const ALL = 'all'

/** Whether the tool of an operation returns pages, whose items have the fields that `fields` names: every list does. */
export function isList({ effect, output }: Pick<Operation, 'effect' | 'output'>): boolean {
  return effect === 'read' && itemOf(output) !== null
}

/** The `fields` of a call to a list: the properties that each item is to have; undefined where none were sent. */
export function fieldsOf(operation: Operation, sent: unknown): string[] | undefined {
  const names = sentFields(operation, sent)
  return Array.isArray(names) ? names : undefined
}

/** What is wrong with the `fields` of a call to a list: names that the items don't have. */
export function fieldProblems(operation: Operation, sent: unknown): InputProblem[] {
  const names = sentFields(operation, sent)
  if (names === undefined) return []
  const known = itemFields(operation)
  const odd = Array.isArray(names) ? names.filter((name) => name !== ALL && !known.includes(name)) : [names]
  if (odd.length === 0) return []
  const near = nearest(String(odd[0]).slice(0, 60), known)
  const text = `fields must be ["${ALL}"] or a list of these: ${known.join(', ')}.`
  return [{ field: 'fields', text: near ? `${text} Did you mean ${near}?` : text }]
}

function sentFields(operation: Operation, sent: unknown): unknown {
  if (sent === undefined || sent === null || !isList(operation)) return undefined
  if (typeof sent !== 'string') return sent
  // The names, whether they are a list with commas or its JSON.
  return sent.split(/[^\w]+/).filter(Boolean)
}

/** The properties of an item of a list; none of what is not a list. */
export function itemFields({ output }: Pick<Operation, 'output'>): string[] {
  const item = itemOf(output)
  if (!item) return []
  let names = known.get(item)
  if (!names) {
    names = Object.keys((outputSchema(item).properties ?? {}) as object)
    known.set(item, names)
  }
  return names
}
const known = new WeakMap<z.ZodType, string[]>()

type Page = { entity: 'collection'; count: number; items: Json[] }

type Requested = {
  fields: readonly string[] | undefined
  expand?: unknown
  ending_before?: unknown
  starting_after?: unknown
  skip?: unknown
}

/**
 * The result of an operation as a model reads it: without nulls and empty lists; a page with a few columns of each item,
 * whether more follows, and the argument that gets it.
 */
export function leanResult(
  operation: Operation,
  value: unknown,
  request: Requested,
  more: boolean | undefined,
): Json {
  // The form of documents is that of the connectors that read them.
  if (operation.documents) return value as Json
  if (!isPage(value)) return leanRecord(value as Json)
  const items = value.items.map((item) => leanRecord(chosen(operation, item, request)))
  const upwards = request.ending_before !== undefined && request.starting_after === undefined
  const edge = (upwards ? value.items[0] : value.items.at(-1))?.id
  // Items without an ID of their own are counted.
  const next =
    edge === undefined
      ? { skip: Number(request.skip ?? 0) + items.length }
      : { [upwards ? 'ending_before' : 'starting_after']: edge }
  return {
    entity: value.entity,
    count: items.length,
    has_more: more === true,
    ...(more === true ? { next } : {}),
    items,
  }
}

function isPage(value: unknown): value is Page {
  return (
    (value as { entity?: unknown } | null)?.entity === 'collection' && Array.isArray((value as Page).items)
  )
}

function chosen({ columns }: Operation, item: Json, { fields = columns, expand }: Requested): Json {
  if (!fields || fields.includes(ALL)) return item
  const expanded = Array.isArray(expand) ? expand.map((name) => String(name).split('.')[0]) : []
  const shown = new Set(['id', ...fields, ...expanded])
  return Object.fromEntries(Object.entries(item).filter(([name]) => shown.has(name)))
}

/**
 * What a model reads beside a record that it has created: those that it may repeat, as the form of the dashboard warns of
 * them. Models often know only an email, and a customer is found again by its email and contact together.
 */
export async function similarRecords(
  { similar }: Pick<Operation, 'similar'>,
  record: Json,
  actor: Actor,
  requestId: string,
): Promise<Json> {
  if (!similar || permissionLacking(similar.operation, actor) !== undefined) return {}
  const items = await itemsOf(similar.operation, similar.inputOf(record), actor, requestId)
  if (items.length === 0) return {}
  return {
    similar: items.map((one) => leanRecord(one)),
    similar_note:
      'Other records have the same email or contact. If one of them is meant, use its ID and tell the user.',
  }
}

/** The record exists by now, so the call succeeds also where this fails. */
async function itemsOf(
  operation: Operation,
  request: object,
  actor: Actor,
  requestId: string,
): Promise<Json[]> {
  try {
    const { value } = await execute(runtime(), operation, actor, request, { requestId })
    return (value as { items: Json[] }).items
  } catch (error) {
    logFault(error, { request_id: requestId }, 'Similar records could not be read.')
    return []
  }
}
