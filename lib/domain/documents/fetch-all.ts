import { equal } from '#lib/domain/conditions.ts'
import { Document, FetchAllDocuments } from '#lib/domain/documents/schema.ts'
import { ENTITIES } from '#lib/domain/entities.ts'
import { listEntities } from '#lib/domain/page.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { Collection } from '#lib/values/page.ts'

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
    const where = equal('purpose', input.purpose)
    return listEntities(context, ENTITIES.document, where, input)
  },
})
