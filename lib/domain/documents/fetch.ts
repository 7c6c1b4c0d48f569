import { existingDocument } from '#lib/domain/documents/find.ts'
import { Document, FetchDocument } from '#lib/domain/documents/schema.ts'
import { ENTITIES } from '#lib/domain/entities.ts'
import { findEntity } from '#lib/domain/entity.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

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
