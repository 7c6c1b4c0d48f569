import { z } from 'zod'
import { TimelineEntry } from '#lib/domain/audit/schema.ts'
import { findDocument } from '#lib/domain/documents/find.ts'
import { FetchDocument } from '#lib/domain/documents/schema.ts'
import { entryOf, type RecordEntry, type TimelineAuditLine, timelineOf } from '#lib/domain/timeline.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'

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
