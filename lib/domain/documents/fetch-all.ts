import { equal } from '#lib/domain/conditions.ts'
import { DOCUMENT_FILTERS } from '#lib/domain/documents/filters.ts'
import { Document, FetchAllDocuments } from '#lib/domain/documents/schema.ts'
import { ENTITIES } from '#lib/domain/entities.ts'
import { conditionsOfText } from '#lib/domain/filter-text.ts'
import { listEntities } from '#lib/domain/page.ts'
import { Collection } from '#lib/filters/page.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

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
