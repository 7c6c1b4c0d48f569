import { z } from 'zod'
import { assertObject } from '#lib/domain/documents/find.ts'
import { linkDocuments } from '#lib/domain/documents/link.ts'
import { AttachDocuments } from '#lib/domain/documents/schema.ts'
import { recordNotFound } from '#lib/domain/record.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const attachDocuments = defineOperation({
  name: 'attach_documents',
  title: 'Attach documents',
  summary:
    'Attaches several documents to one record. All of them are checked first: where one is missing, none is attached. Harmless to repeat.',
  permission: 'documents:write',
  http: null,
  input: AttachDocuments,
  output: z.object({ object_id: z.string(), attached: z.int(), already: z.int() }),
  async run(context, { object_id, ids }) {
    const { account, tables } = context
    await assertObject(context, object_id)
    const wanted = [...new Set(ids)]
    const found = await tables.documents.findMany({
      where: { account_id: account.id, id: { in: wanted } },
      select: { id: true },
    })
    const there = new Set(found.map(({ id }) => id))
    const missing = wanted.find((id) => !there.has(id))
    if (missing !== undefined) throw recordNotFound('document', missing, 'ids', 400)
    const attached = await linkDocuments(
      context,
      wanted.map((document_id) => ({ document_id, object_id })),
    )
    context.about(object_id)
    context.note({ document_ids: wanted, attached })
    return { object_id, attached, already: wanted.length - attached }
  },
})
