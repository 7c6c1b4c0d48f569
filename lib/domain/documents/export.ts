import { z } from 'zod'
import { existingDocument } from '#lib/domain/documents/find.ts'
import { DocumentContent } from '#lib/domain/documents/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { Id } from '#lib/values/id.ts'
import { EXPORT_PERMISSION } from '#lib/values/permissions.ts'

/** The maximum number of documents in one archive. */
const MAX_DOCUMENTS = 100

export const zipDocuments = defineOperation({
  name: 'zip_documents',
  title: 'Export documents',
  summary: 'Returns several documents, in the order of their ids, for one archive.',
  permission: 'documents:read',
  alsoNeeds: [EXPORT_PERMISSION],
  confirm: 'live',
  http: null,
  effect: 'read',
  input: z.strictObject({
    ids: z
      .array(Id('document'))
      .min(1, 'Select documents to download, then try again.')
      .max(MAX_DOCUMENTS, `A ZIP file can contain up to ${MAX_DOCUMENTS} documents. Select fewer.`),
  }),
  output: z.object({ items: z.array(DocumentContent) }),
  async run(context, { ids }) {
    const rows = await context.tables.documents.findMany({
      where: { account_id: context.account.id, id: { in: ids } },
    })
    const found = new Map(rows.map((row) => [row.id, row]))
    return { items: [...new Set(ids)].map((id) => existingDocument(found.get(id) ?? null, id)) }
  },
})
