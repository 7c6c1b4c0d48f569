import { CreateDocument, Document } from '#lib/domain/documents/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { documentKey } from '#lib/ports/storage.ts'

/** The bytes are stored before this runs. The caller deletes them if it fails. */
export const createDocument = defineOperation({
  name: 'create_document',
  title: 'Upload a document',
  summary:
    'Uploads a PDF, PNG or JPEG of up to 50 MB. The type is detected from the content, not from the file name.',
  permission: 'documents:write',
  emits: ['document.created'],
  http: 'POST /v1/documents',
  scope: 'documents:write',
  status: 201,
  takes: 'file',
  input: CreateDocument,
  output: Document,
  errors: [
    'document_too_large',
    'document_empty',
    'document_type_not_supported',
    'document_rejected',
    'document_check_unavailable',
  ],
  async run(context, { file, purpose }) {
    const row = {
      account_id: context.account.id,
      ...file,
      purpose,
      storage_key: documentKey(context.account.id, file.id),
      created_by: `${context.actor.kind}:${context.actor.name}`,
      created_at: context.now,
    }
    await context.tables.documents.create({ data: row })
    const { name, mime_type, size, sha256 } = file
    context.emit({ event: 'document.created', payload: { document: Document.parse(row) } })
    context.note({ name, purpose, mime_type, size, sha256 })
    return row
  },
})
