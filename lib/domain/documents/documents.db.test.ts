import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemActor } from '#lib/auth/system-actor.ts'
import { createCustomer } from '#lib/domain/customers/create.ts'
import { attachDocument, detachDocument } from '#lib/domain/documents/attach.ts'
import { createDocument } from '#lib/domain/documents/create.ts'
import { zipDocuments } from '#lib/domain/documents/export.ts'
import {
  fetchAttachedDocuments,
  fetchDocumentTimeline,
  getDocumentDetails,
} from '#lib/domain/documents/fetch.ts'
import { listDocumentsForDashboard } from '#lib/domain/documents/list.ts'
import type { Purpose } from '#lib/domain/documents/schema.ts'
import { createOrder } from '#lib/domain/orders/create.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { tripsOf } from '#lib/testing/trips.ts'
import { newId } from '#lib/values/id.ts'

let instance: Instance
let live: Actor
beforeAll(async () => {
  instance = await openInstance()
  live = await systemActor(instance.runtime.query, instance.merchant.accounts.live, 'test')
})
afterAll(() => instance.close())

const nowhere = { document_id: 'doc_NfLw3gQ81xRt0a', object_id: 'pay_NfLw3gQ81xRt0a' }

/** A document as a surface records it, without its bytes. */
function keep(name: string, purpose: Purpose = 'other', sha256 = 'a'.repeat(64), as?: Actor) {
  const file = {
    id: newId('document', instance.now() * 1000),
    name,
    mime_type: 'application/pdf' as const,
    size: 1000,
    sha256,
  }
  return instance.run(createDocument, { file, purpose }, undefined, as)
}

const order = () => instance.run(createOrder, { amount: 10_000, currency: 'INR' })
const customer = (name: string) => instance.run(createCustomer, { name })

describe('a document and a record', () => {
  it('are attached, listed from both sides, and taken apart, each as often as one likes', async () => {
    const [paper, { id: object_id }] = [await keep('evidence.pdf'), await customer('Asha Rao')]
    const link = { object_id, document_id: paper.id }
    for (const _ of [1, 2]) expect(await instance.run(attachDocument, link)).toEqual(paper)
    expect((await instance.run(fetchAttachedDocuments, { object_id })).items).toEqual([
      { ...paper, attached_at: instance.now(), attached_by: `key:${instance.key.name}` },
    ])
    const details = await instance.run(getDocumentDetails, { id: paper.id })
    expect(details.used_by).toEqual([{ object_id, created_at: instance.now() }])

    for (const _ of [1, 2]) await instance.run(detachDocument, link)
    expect((await instance.run(fetchAttachedDocuments, { object_id })).items).toEqual([])
    expect((await instance.run(getDocumentDetails, { id: paper.id })).used_by).toEqual([])
    const { items } = await instance.run(fetchDocumentTimeline, { id: paper.id })
    expect(items.map(({ what }) => what)).toEqual([
      'detach_document',
      'detach_document',
      'attach_document',
      'attach_document',
      'document.created',
    ])
    expect(items[0]?.payload).toEqual({ object: { entity: { id: object_id } } })
  })

  it('must both be there, in this account', async () => {
    const [mine, theirs] = [await keep('mine.pdf'), await keep('theirs.pdf', 'other', 'b'.repeat(64), live)]
    const { id } = await order()
    const rejected: [{ object_id: string; document_id: string }, string][] = [
      [{ object_id: id, document_id: nowhere.document_id }, 'document_id'],
      [{ object_id: id, document_id: theirs.id }, 'document_id'],
      ...['pay', 'cust', 'order', 'rfnd', 'bill'].map((prefix): [typeof nowhere, string] => [
        { object_id: `${prefix}_NfLw3gQ81xRt0a`, document_id: mine.id },
        'object_id',
      ]),
    ]
    for (const [link, field] of rejected) {
      await expect(instance.run(attachDocument, link)).rejects.toMatchObject({
        reason: 'record_not_found',
        field,
        status: 400,
      })
    }
    await expect(
      instance.run(attachDocument, { object_id: id, document_id: mine.id }, undefined, live),
    ).rejects.toMatchObject({ reason: 'record_not_found' })
    await expect(
      instance.run(fetchAttachedDocuments, { object_id: id }, undefined, live),
    ).rejects.toMatchObject({
      reason: 'record_not_found',
    })
    for (const object_id of ['trf_NfLw3gQ81xRt0a', 'x', `${id} `])
      await expect(instance.run(attachDocument, { object_id, document_id: mine.id })).rejects.toMatchObject({
        reason: 'input_validation_failed',
        field: 'object_id',
      })
  })
})

describe('the list of the pages', () => {
  it('narrows by purpose, type, name and use, counts and adds up, and stays in the account', async () => {
    const tag = 'tagged%_'
    const papers = [
      await keep(`${tag}one.pdf`, 'kyc_proof'),
      await keep(`${tag}two.pdf`, 'opgsp_awb'),
      await keep(`${tag}three.pdf`, 'kyc_proof'),
    ]
    await keep('taggedXX.pdf', 'kyc_proof')
    await keep(`${tag}theirs.pdf`, 'kyc_proof', 'c'.repeat(64), live)
    const { id } = await order()
    await instance.run(attachDocument, { object_id: id, document_id: papers[0]?.id ?? '' })
    const names = async (filters: object) => {
      const found = await instance.run(listDocumentsForDashboard, filters)
      expect([found.total, found.bytes]).toEqual([found.items.length, BigInt(found.items.length * 1000)])
      return found.items.map(({ name }) => name.replace(tag, ''))
    }
    expect(await names({ name: tag })).toEqual(['three.pdf', 'two.pdf', 'one.pdf'])
    expect(await names({ name: tag, purpose: ['kyc_proof'] })).toEqual(['three.pdf', 'one.pdf'])
    expect(await names({ name: tag, used: true })).toEqual(['one.pdf'])
    expect(await names({ name: tag, used: false })).toEqual(['three.pdf', 'two.pdf'])
    expect(await names({ name: tag, type: ['image/png'] })).toEqual([])
    expect(await names({ name: papers[1]?.id })).toEqual(['two.pdf'])
    const { tabs } = await instance.run(listDocumentsForDashboard, { name: tag, purpose: ['kyc_proof'] })
    expect(tabs).toMatchObject({ all: 3, opgsp_awb: 1, kyc_proof: 2 })
    const page = await instance.run(listDocumentsForDashboard, { name: tag, count: 1, after: papers[2]?.id })
    expect(page).toMatchObject({ total: 3, above: 1, has_newer: true, has_older: true })
  })

  it('names the others with the same bytes', async () => {
    const sha256 = 'd'.repeat(64)
    const [one, two] = [await keep('one.pdf', 'other', sha256), await keep('two.pdf', 'other', sha256)]
    await keep('theirs.pdf', 'other', sha256, live)
    const { same_bytes } = await instance.run(getDocumentDetails, { id: one.id })
    expect(same_bytes).toEqual([{ id: two.id, name: 'two.pdf' }])
  })
})

it('documents for an archive are read together, in the order of their ids, and all of them must be there', async () => {
  const stored = [await keep('one.pdf'), await keep('two.pdf'), await keep('three.pdf')]
  const ids = [2, 0, 1, 2].map((index) => stored[index]?.id ?? '')
  const zipped = (of: string[]) => instance.run(zipDocuments, { ids: of }, undefined, instance.system)
  await zipped(ids.slice(0, 1))
  const [one, all] = [await tripsOf(() => zipped(ids.slice(0, 1))), await tripsOf(() => zipped(ids))]
  expect(all.value.items.map(({ name }) => name)).toEqual(['three.pdf', 'one.pdf', 'two.pdf'])
  expect(all.trips).toBe(one.trips)
  const theirs = await keep('theirs.pdf', 'other', 'c'.repeat(64), live)
  await expect(zipped([...ids, theirs.id])).rejects.toMatchObject({ reason: 'record_not_found' })
})
