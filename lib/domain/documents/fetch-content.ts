import { findDocument } from '#lib/domain/documents/find.ts'
import { DocumentContent, FetchDocument } from '#lib/domain/documents/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

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
