import { afterAll, beforeAll, expect, it } from 'vitest'
import { attachDocuments } from '#lib/domain/documents/attach-many.ts'
import { detachDocument } from '#lib/domain/documents/detach.ts'
import { fetchAttachedDocuments } from '#lib/domain/documents/fetch-attached.ts'
import { fetchDocumentTimeline } from '#lib/domain/documents/timeline.ts'
import { createOrder } from '#lib/domain/orders/create.ts'
import { outcomeOf } from '#lib/testing/approvals.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { newId } from '#lib/values/id.ts'

let instance: Instance
let record: string
beforeAll(async () => {
  instance = await openInstance()
  record = (await instance.run(createOrder, { amount: 100, currency: 'INR', payment_capture: true })).id
})
afterAll(() => instance.close())

async function document(): Promise<string> {
  const id = newId('document', instance.now() * 1000)
  await instance.database.prisma.documents.create({
    data: {
      ...{ account_id: instance.actor.account.id, id, purpose: 'other', name: `${id}.pdf` },
      ...{
        mime_type: 'application/pdf',
        size: 1,
        storage_key: `documents/${id}`,
        sha256: '0'.repeat(64),
        created_at: instance.now(),
      },
    },
  })
  return id
}
const attached = async () =>
  (await instance.run(fetchAttachedDocuments, { object_id: record })).items.map(({ id }) => id).sort()

it('attaches all of them in one step, or none', async () => {
  const ids = [await document(), await document(), await document()]
  const unknown = newId('document', instance.now() * 1000)
  const wrong = await outcomeOf(instance.run(attachDocuments, { object_id: record, ids: [...ids, unknown] }))
  expect(wrong.reason).toBe('record_not_found')
  expect(await attached()).toEqual([])
  const gone = await outcomeOf(
    instance.run(attachDocuments, { object_id: newId('refund', instance.now() * 1000), ids }),
  )
  expect(gone.reason).toBe('record_not_found')
  expect(await instance.run(attachDocuments, { object_id: record, ids })).toEqual({
    ...{ object_id: record, attached: 3, already: 0 },
  })
  expect(await attached()).toEqual([...ids].sort())
  const more = [...ids.slice(0, 1), await document()]
  expect(await instance.run(attachDocuments, { object_id: record, ids: more })).toMatchObject({
    ...{ attached: 1, already: 1 },
  })
})

it('is on the timeline of each document, with who did it', async () => {
  const ids = [await document(), await document()]
  await instance.run(attachDocuments, { object_id: record, ids })
  for (const id of ids) {
    const { items } = await instance.run(fetchDocumentTimeline, { id })
    expect(items).toMatchObject([
      { what: 'attach_document', actor_name: 'test', payload: { object: { entity: { id: record } } } },
    ])
  }
  await instance.run(detachDocument, { object_id: record, document_id: ids[0] ?? '' })
  expect((await instance.run(fetchDocumentTimeline, { id: ids[0] ?? '' })).items[0]?.what).toBe(
    'detach_document',
  )
})

it('takes as many as a page selects', async () => {
  const ids = Array.from({ length: 101 }, () => newId('document', instance.now() * 1000))
  const { reason } = await outcomeOf(instance.run(attachDocuments, { object_id: record, ids }))
  expect(reason).toBe('input_validation_failed')
})
