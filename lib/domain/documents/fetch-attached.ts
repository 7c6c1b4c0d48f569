import { z } from 'zod'
import { assertObject } from '#lib/domain/documents/find.ts'
import { AttachedDocument, FetchAttachedDocuments } from '#lib/domain/documents/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

/** The number of documents that a record page lists. */
const MOST = 100

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
      take: MOST,
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
