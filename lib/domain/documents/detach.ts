import { assertDocument, findDocument } from '#lib/domain/documents/find.ts'
import { AttachDocument, Document } from '#lib/domain/documents/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const detachDocument = defineOperation({
  name: 'detach_document',
  title: 'Detach a document',
  summary:
    'Takes a document off a customer, a payment, an order or a bill. The document itself stays. Harmless to repeat.',
  permission: 'documents:write',
  http: null,
  input: AttachDocument,
  output: Document,
  async run(context, { object_id, document_id }) {
    await assertDocument(context, document_id)
    const { account } = context
    await context.tables.document_links.deleteMany({
      where: { account_id: account.id, document_id, object_id },
    })
    context.note({ object_id })
    return findDocument(context, document_id)
  },
})
