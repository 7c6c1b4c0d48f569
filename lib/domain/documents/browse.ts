import { z } from 'zod'
import { among, anyOf, bound, browse, type Condition, countNewer, equal, prefix } from '#lib/domain/browse.ts'
import { aboutDocuments } from '#lib/domain/documents/about.ts'
import { ListedDocument, MimeType, Purpose } from '#lib/domain/documents/schema.ts'
import type { documents } from '#lib/generated/prisma/client.ts'
import { defineOperation } from '#lib/operation.ts'

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
  summary: 'One page of documents for the dashboard, with the exact count and size of what the filter finds.',
  permission: 'documents:read',
  http: null,
  effect: 'read',
  input: DocumentFilters.extend({
    count: z.int().min(1).max(100).default(25),
    after: z.string().optional(),
    before: z.string().optional(),
  }),
  output: z.object({
    items: z.array(ListedDocument),
    total: z.int(),
    /** The bytes of everything that the filter finds. */
    bytes: z.int(),
    has_newer: z.boolean(),
    has_older: z.boolean(),
    /** How many of what the filter finds stand above the first of the page. */
    above: z.int(),
  }),
  async run(context, input) {
    const conditions = conditionsOf(input)
    const found = await browse<documents>(context, 'documents', conditions, input, 'size')
    const first = found.hasNewer ? found.rows[0] : undefined
    return {
      items: await aboutDocuments(context, found.rows),
      total: found.total,
      bytes: found.sum,
      has_newer: found.hasNewer,
      has_older: found.hasOlder,
      above: first
        ? await countNewer(context, 'documents', conditions, first.id, Number.MAX_SAFE_INTEGER)
        : 0,
    }
  },
})

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
