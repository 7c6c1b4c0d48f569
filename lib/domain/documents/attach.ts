import { assertDocument, assertObject, findDocument } from '#lib/domain/documents/find.ts'
import { linkDocuments } from '#lib/domain/documents/link.ts'
import { AttachDocument, Document } from '#lib/domain/documents/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const attachDocument = defineOperation({
  name: 'attach_document',
  title: 'Attach a document',
  summary:
    'Notes that a document belongs to a customer, a payment, an order, a refund or a bill. Harmless to repeat.',
  permission: 'documents:write',
  http: null,
  input: AttachDocument,
  output: Document,
  async run(context, { object_id, document_id }) {
    await assertDocument(context, document_id)
    await assertObject(context, object_id)
    await linkDocuments(context, [{ document_id, object_id }])
    context.note({ object_id })
    return findDocument(context, document_id)
  },
})
