import { z } from 'zod'
import { assertDocument, assertObjects } from '#lib/domain/documents/find.ts'
import { linkDocuments } from '#lib/domain/documents/link.ts'
import { AttachToRecords } from '#lib/domain/documents/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const attachToRecords = defineOperation({
  name: 'attach_to_records',
  title: 'Attach a document to several records',
  summary:
    'Attaches one document to several records. All of them are checked first: where one is missing, it is attached to none. Harmless to repeat.',
  permission: 'documents:write',
  http: null,
  input: AttachToRecords,
  output: z.object({ document_id: z.string(), attached: z.int(), already: z.int() }),
  async run(context, { document_id, object_ids }) {
    const wanted = [...new Set(object_ids)]
    await assertDocument(context, document_id)
    await assertObjects(context, wanted, 'object_ids')
    const attached = await linkDocuments(
      context,
      wanted.map((object_id) => ({ document_id, object_id })),
    )
    context.about(document_id)
    context.note({ object_ids: wanted, attached })
    return { document_id, attached, already: wanted.length - attached }
  },
})
