import type { ResourceLink } from '@modelcontextprotocol/server'
import type { Json } from '#lib/surfaces/openapi/schemas.ts'
import { type OperationTool, tools } from '#lib/surfaces/tools/catalogue.ts'
import { PREFIXES } from '#lib/values/id.ts'

/** The records with a URI, and the tool that reads each. */
const READERS = {
  payment: 'fetch_payment',
  order: 'fetch_order',
  refund: 'fetch_refund',
  bill: 'fetch_bill',
  approval: 'fetch_approval',
} as const
type RecordKind = keyof typeof READERS

const KINDS = Object.keys(READERS) as RecordKind[]

/** The URIs of records, by kind. */
export const RECORD_TEMPLATES = KINDS.map((kind) => ({
  uriTemplate: recordUri(kind, '{id}'),
  name: kind,
  title: `One ${kind}`,
  description: `The ${kind} with this ID, as ${READERS[kind]} returns it.`,
  mimeType: 'application/json',
}))

/** The tool that reads a record, and its ID. */
export type RecordAt = { tool: OperationTool; id: string }

/** The record at a URI; null for other URIs. */
export function recordAt(uri: string): RecordAt | null {
  const [, kind, id] = /^counterfoil:\/\/([a-z]+)\/([a-z]+_[0-9A-Za-z]{14})$/.exec(uri) ?? []
  if (!isKind(kind) || id === undefined || !id.startsWith(`${PREFIXES[kind]}_`)) return null
  const tool = tools().get(READERS[kind])
  return tool ? { tool, id } : null
}

/** Links to the record that a result is, and to the record that its approval made. Pages have none: they would cost more than their items. */
export function recordLinks(result: Json): ResourceLink[] {
  return [result, (result.result ?? {}) as Json].flatMap(({ entity, id }) =>
    isKind(entity) && typeof id === 'string' ? [recordLink(entity, id)] : [],
  )
}

export function recordLink(kind: RecordKind, id: string): ResourceLink {
  return { type: 'resource_link', uri: recordUri(kind, id), name: id, mimeType: 'application/json' }
}

function recordUri(kind: RecordKind, id: string): string {
  return `counterfoil://${kind}/${id}`
}

function isKind(name: unknown): name is RecordKind {
  return typeof name === 'string' && Object.hasOwn(READERS, name)
}
