import { z } from 'zod'
import { findDocument } from '#lib/domain/documents/find.ts'
import { FetchDocument } from '#lib/domain/documents/schema.ts'
import { TimelineEntry } from '#lib/domain/payments/schema.ts'
import { entryOf, timelineOf } from '#lib/domain/timeline.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

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
    const quiet = ['attach_document', 'detach_document'] as const
    const of = { events: { object_id: id }, objects: [id], quiet }
    const items = await timelineOf(context, of, (lines) =>
      lines.map((line) => {
        const { object_id } = line.details as { object_id?: string }
        return { ...entryOf(line), payload: object_id ? { object: { entity: { id: object_id } } } : {} }
      }),
    )
    return { items }
  },
})
