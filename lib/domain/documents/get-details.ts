import { aboutDocuments } from '#lib/domain/documents/about.ts'
import { findDocument } from '#lib/domain/documents/find.ts'
import { DocumentDetails, FetchDocument } from '#lib/domain/documents/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

/** The number of other documents with the same bytes that a page names. */
const MOST = 5

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
      take: MOST,
    })
    return { ...document, same_bytes }
  },
})
