import { z } from 'zod'
import { equal } from '#lib/database/conditions.ts'
import { TimelineEntry } from '#lib/domain/audit/schema.ts'
import { DOCUMENT_FILTERS } from '#lib/domain/documents/filters.ts'
import { aboutDocuments, assertObject, existingDocument, findDocument } from '#lib/domain/documents/find.ts'
import {
  AttachedDocument,
  Document,
  DocumentContent,
  DocumentDetails,
  FetchAllDocuments,
  FetchAttachedDocuments,
  FetchDocument,
} from '#lib/domain/documents/schema.ts'
import { ENTITIES } from '#lib/domain/entities.ts'
import { findEntity } from '#lib/domain/entity.ts'
import { conditionsOfText } from '#lib/domain/filter-text.ts'
import { listEntities } from '#lib/domain/page.ts'
import { entryOf, type RecordEntry, type TimelineAuditLine, timelineOf } from '#lib/domain/timeline.ts'
import { Collection } from '#lib/filters/page.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'

export const fetchDocument = defineOperation({
  name: 'fetch_document',
  title: 'Fetch a document',
  summary: 'Returns the details of a document: name, type, size and SHA-256.',
  permission: 'documents:read',
  http: 'GET /v1/documents/:id',
  scope: 'read_only',
  input: FetchDocument,
  output: Document,
  run: async (context, input) =>
    existingDocument(await findEntity(context, ENTITIES.document, input.id), input.id),
})

const TEXT = { noun: 'document', filters: DOCUMENT_FILTERS }

export const fetchAllDocuments = defineOperation({
  name: 'fetch_all_documents',
  title: 'Fetch all documents',
  summary: 'Lists documents, newest first. Filter by time or purpose.',
  permission: 'documents:read',
  http: 'GET /v1/documents',
  scope: 'read_only',
  input: FetchAllDocuments,
  output: Collection(Document),
  async run(context, input) {
    const where = [
      ...equal('purpose', input.purpose),
      ...(await conditionsOfText(context, TEXT, input.query)),
    ]
    return listEntities(context, ENTITIES.document, where, input)
  },
})

/** The number of documents that a record page lists. */
const MOST_DOCUMENTS = 100

export const fetchAttachedDocuments = defineOperation({
  name: 'fetch_attached_documents',
  title: 'Fetch attached documents',
  summary: 'Lists the documents that are attached to a customer, a payment, an order, a refund or a bill.',
  permission: 'documents:read',
  http: null,
  effect: 'read',
  input: FetchAttachedDocuments,
  output: z.object({ items: z.array(AttachedDocument) }),
  async run(context, { object_id }) {
    await assertObject(context, object_id)
    const account_id = context.account.id
    const links = await context.tables.document_links.findMany({
      where: { account_id, object_id },
      orderBy: [{ created_at: 'desc' }, { document_id: 'desc' }],
      take: MOST_DOCUMENTS,
    })
    const rows = await context.tables.documents.findMany({
      where: { account_id, id: { in: links.map((link) => link.document_id) } },
    })
    const items = links.flatMap((link) => {
      const row = rows.find((candidate) => candidate.id === link.document_id)
      return row ? [{ ...row, attached_at: link.created_at, attached_by: link.created_by }] : []
    })
    return { items }
  },
})

export const fetchDocumentContent = defineOperation({
  name: 'fetch_document_content',
  title: 'Download a document',
  summary: 'Returns the content of a document as it was uploaded, in full or in part (Range).',
  permission: 'documents:read',
  http: 'GET /v1/documents/:id/content',
  scope: 'read_only',
  returns: 'file',
  input: FetchDocument,
  output: DocumentContent,
  errors: ['range_not_satisfiable'],
  run: (context, input) => findDocument(context, input.id),
})

export const fetchDocumentTimeline = defineOperation({
  name: 'fetch_document_timeline',
  title: 'Fetch the timeline of a document',
  summary: 'Lists what happened to a document, newest first: its upload, and what it was attached to.',
  permission: 'documents:read',
  http: null,
  effect: 'read',
  input: FetchDocument,
  output: z.object({ items: z.array(TimelineEntry) }),
  async run(context, input) {
    const { id } = await findDocument(context, input.id)
    const quiet = ['attach_document', 'attach_to_records', 'detach_document'] as const
    const of = { events: { object_id: id }, objects: [id], quiet }
    const together = await attachedTogether(context, id)
    const items = await timelineOf(context, of, (lines) => [
      ...lines.flatMap((line) => {
        const { object_id, object_ids } = line.details as { object_id?: string; object_ids?: string[] }
        // One entry for each record that it was attached to at once.
        return object_ids === undefined
          ? [entryWith(line, object_id)]
          : object_ids.map((id) => ({
              ...entryWith(line, id),
              id: `${line.id}_${id}`,
              what: 'attach_document',
            }))
      }),
      ...together.map((line) => ({ ...entryWith(line, line.object_id), what: 'attach_document' })),
    ])
    return { items }
  },
})

function entryWith(line: TimelineAuditLine, objectId: string | null | undefined): RecordEntry {
  return { ...entryOf(line), payload: objectId ? { object: { entity: { id: objectId } } } : {} }
}

/** The lines of documents that were attached together: they are those of the record. */
async function attachedTogether({ account, tables }: Context, id: string): Promise<TimelineAuditLine[]> {
  const links = await tables.document_links.findMany({
    where: { account_id: account.id, document_id: id },
    select: { object_id: true },
  })
  return tables.audit_lines.findMany({
    where: {
      account_id: account.id,
      action: 'attach_documents',
      object_id: { in: links.map(({ object_id }) => object_id) },
      details: { path: ['document_ids'], array_contains: [id] },
    },
    orderBy: { id: 'desc' },
    take: 50,
  })
}

/** The number of other documents with the same bytes that a page names. */
const MOST_RECORDS = 5

export const getDocumentDetails = defineOperation({
  name: 'get_document_details',
  title: 'Get the details of a document',
  summary: 'Returns one document for its page: with who uploaded it, what uses it, and its equals.',
  permission: 'documents:read',
  http: null,
  effect: 'read',
  input: FetchDocument,
  output: DocumentDetails,
  async run(context, input) {
    const row = await findDocument(context, input.id)
    const [document] = await aboutDocuments(context, [row])
    const same_bytes = await context.tables.documents.findMany({
      where: { account_id: context.account.id, sha256: row.sha256, id: { not: row.id } },
      orderBy: { id: 'desc' },
      take: MOST_RECORDS,
    })
    return { ...document, same_bytes }
  },
})
