import { z } from 'zod'
import {
  among,
  anyOf,
  bound,
  browsePage,
  type Condition,
  equal,
  type List,
  PAGE,
  PAGED,
  prefix,
} from '#lib/domain/browse.ts'
import { aboutDocuments } from '#lib/domain/documents/about.ts'
import { ListedDocument, MimeType, PURPOSES, Purpose } from '#lib/domain/documents/schema.ts'
import type { documents } from '#lib/generated/prisma/client.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { Sum } from '#lib/values/money.ts'

/** What the list of documents can be narrowed by. */
export const DocumentFilters = z.strictObject({
  purpose: z.array(Purpose).optional(),
  type: z.array(MimeType).optional(),
  /** How a name begins, or an id. */
  name: z.string().trim().max(255).optional(),
  /** Attached to something, or to nothing. */
  used: z.boolean().optional(),
  from: z.int().optional(),
  to: z.int().optional(),
})
export type DocumentFilters = z.output<typeof DocumentFilters>

export const browseDocuments = defineOperation({
  name: 'browse_documents',
  title: 'Browse documents',
  summary:
    'One page of documents for the dashboard, with the exact count and size of what the filter finds, and the count of each purpose.',
  permission: 'documents:read',
  http: null,
  effect: 'read',
  input: DocumentFilters.extend(PAGE),
  output: z.object({
    items: z.array(ListedDocument),
    ...PAGED,
    /** The bytes of everything that the filter finds. */
    bytes: Sum,
  }),
  async run(context, { purpose, ...filters }) {
    const filtered = { others: conditionsOf(filters), tab: among('purpose', purpose) }
    const { rows, paged } = await browsePage<documents>(context, LIST, filtered, filters)
    return {
      items: await aboutDocuments(context, rows),
      ...paged,
      totals: [],
      bytes: paged.totals[0]?.amounts.bytes,
    }
  },
})

const LIST: List = {
  table: 'documents',
  currency: null,
  sums: { bytes: 'size' },
  tabs: Object.fromEntries(PURPOSES.map((purpose) => [purpose, equal('purpose', purpose)])),
}

function conditionsOf(input: DocumentFilters): Condition[] {
  return [
    ...among('purpose', input.purpose),
    ...among('mime_type', input.type),
    ...(input.name ? anyOf([...prefix('name', input.name), ...equal('id', input.name)]) : []),
    ...used(input.used),
    ...bound('created_at', '>=', input.from),
    ...bound('created_at', '<=', input.to),
  ]
}

function used(yes: boolean | undefined): Condition[] {
  if (yes === undefined) return []
  const links =
    'EXISTS (SELECT FROM document_links WHERE document_links.account_id = documents.account_id AND document_links.document_id = documents.id)'
  return [{ sql: yes ? links : `NOT ${links}`, values: [] }]
}
