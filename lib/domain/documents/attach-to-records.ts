import { z } from 'zod'
import { assertDocument, assertObjects } from '#lib/domain/documents/find.ts'
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
    const { account, actor, now, tables } = context
    const wanted = [...new Set(object_ids)]
    await assertDocument(context, document_id)
    await assertObjects(context, wanted, 'object_ids')
    const { count } = await tables.document_links.createMany({
      data: wanted.map((object_id) => ({
        ...{ account_id: account.id, document_id, object_id },
        ...{ created_by: `${actor.kind}:${actor.name}`, created_at: now },
      })),
      skipDuplicates: true,
    })
    context.about(document_id)
    context.note({ object_ids: wanted, attached: count })
    return { document_id, attached: count, already: wanted.length - count }
  },
})
