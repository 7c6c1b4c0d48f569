import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOrder } from '#lib/domain/orders/create.ts'
import { outcomeOf } from '#lib/testing/approvals.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { newId } from '#lib/values/id.ts'
import { ROLE_PERMISSIONS, ROLES } from '#lib/values/permissions.ts'
import { attachDocuments, attachToRecords, detachDocument } from './attach.ts'
import { fetchAttachedDocuments, fetchDocumentTimeline, getDocumentDetails } from './fetch.ts'

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
      account_id: instance.actor.account.id,
      id,
      purpose: 'other',
      name: `${id}.pdf`,
      mime_type: 'application/pdf',
      size: 1,
      storage_key: `documents/${id}`,
      sha256: '0'.repeat(64),
      created_at: instance.now(),
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
    object_id: record,
    attached: 3,
    already: 0,
  })
  expect(await attached()).toEqual([...ids].sort())
  const more = [...ids.slice(0, 1), await document()]
  expect(await instance.run(attachDocuments, { object_id: record, ids: more })).toMatchObject({
    attached: 1,
    already: 1,
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

describe('one document and several records', () => {
  const orders = (count: number) =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const { id } = await instance.run(createOrder, { amount: 100, currency: 'INR' })
        return id
      }),
    )
  const attachedTo = async (id: string) =>
    (await instance.run(getDocumentDetails, { id })).used_by.map(({ object_id }) => object_id).sort()

  it('are attached in one step, or none is', async () => {
    const [document_id, object_ids] = [await document(), await orders(3)]
    for (const wrong of ['pay', 'cust', 'order', 'rfnd', 'bill']) {
      const input = { document_id, object_ids: [...object_ids, `${wrong}_NfLw3gQ81xRt0a`] }
      expect(await outcomeOf(instance.run(attachToRecords, input))).toMatchObject({
        reason: 'record_not_found',
      })
    }
    const unknown = { document_id: newId('document', instance.now() * 1000), object_ids }
    expect((await outcomeOf(instance.run(attachToRecords, unknown))).reason).toBe('record_not_found')
    expect(await attachedTo(document_id)).toEqual([])
    const first = { document_id, object_ids: object_ids.slice(0, 2) }
    expect(await instance.run(attachToRecords, first)).toEqual({ document_id, attached: 2, already: 0 })
    const all = { document_id, object_ids: [...object_ids, ...object_ids] }
    expect(await instance.run(attachToRecords, all)).toEqual({ document_id, attached: 1, already: 2 })
    expect(await attachedTo(document_id)).toEqual([...object_ids].sort())
  })

  it('are on the timeline of the document, and 100 at most', async () => {
    const [document_id, object_ids] = [await document(), await orders(2)]
    await instance.run(attachToRecords, { document_id, object_ids })
    const { items } = await instance.run(fetchDocumentTimeline, { id: document_id })
    expect(items.map(({ what }) => what)).toEqual(['attach_document', 'attach_document'])
    expect(new Set(items.map(({ id }) => id)).size).toBe(2)
    expect(items.map(({ payload }) => payload.object?.entity.id).sort()).toEqual([...object_ids].sort())
    const many = Array.from({ length: 101 }, () => newId('order', instance.now() * 1000))
    expect(await outcomeOf(instance.run(attachToRecords, { document_id, object_ids: many }))).toMatchObject({
      reason: 'input_validation_failed',
    })
  })

  it.each(ROLES)('are for roles that change documents: %s', async (role) => {
    const actor = { ...instance.system, permissions: new Set(ROLE_PERMISSIONS[role]) }
    const input = { document_id: await document(), object_ids: await orders(1) }
    const { reason } = await outcomeOf(instance.run(attachToRecords, input, undefined, actor))
    expect(reason).toBe(ROLE_PERMISSIONS[role].includes('documents:write') ? undefined : 'permission_denied')
  })
})
