import { z } from 'zod'
import { assertDocument, assertObject, assertObjects, findDocument } from '#lib/domain/documents/find.ts'
import { AttachDocument, AttachDocuments, AttachToRecords, Document } from '#lib/domain/documents/schema.ts'
import { recordNotFound } from '#lib/domain/record.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'

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

/** Attaches documents to records that both exist. @returns how many of the pairs were not attached before */
async function linkDocuments(
  { account, actor, now, tables }: Context,
  pairs: { document_id: string; object_id: string }[],
): Promise<number> {
  const added = { account_id: account.id, created_by: `${actor.kind}:${actor.name}`, created_at: now }
  const { count } = await tables.document_links.createMany({
    data: pairs.map((pair) => ({ ...pair, ...added })),
    skipDuplicates: true,
  })
  return count
}

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
