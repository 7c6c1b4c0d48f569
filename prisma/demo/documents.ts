import { attachDocument } from '#lib/domain/documents/attach.ts'
import { createDocument } from '#lib/domain/documents/create.ts'
import type { Purpose } from '#lib/domain/documents/schema.ts'
import type { Actor, Runtime } from '#lib/pipeline/operation.ts'
import { documentKey } from '#lib/ports/storage.ts'
import { receive } from '#lib/storage/receive.ts'
import { newId } from '#lib/values/id.ts'
import { DAY, HOUR } from '#lib/values/time.ts'
import { drawLetter, drawParcel, drawSignature } from './drawings.ts'
import type { Cast, Shop } from './shop.ts'
import type { Story } from './world.ts'

/** One future document: its time, author, kind, and record. */
type DemoDocument = {
  at: number
  by: keyof Cast
  name: string
  purpose: Purpose
  draw(at: number): Promise<Buffer>
  /** SQL that finds the record, as of the account in $1 and the time in $2. */
  of?: string
}

const PAYMENT = `SELECT id FROM payments WHERE account_id = $1 AND created_at <= $2 AND status = 'captured' AND amount_refunded = 0 ORDER BY created_at DESC LIMIT 1`
const CUSTOMER =
  'SELECT id FROM customers WHERE account_id = $1 AND created_at <= $2 ORDER BY created_at LIMIT 1'
const ORDER = `SELECT id FROM orders WHERE account_id = $1 AND created_at <= $2 AND status = 'paid' ORDER BY created_at DESC LIMIT 1`

/** The documents of the shop. @param end the current time, in Unix seconds */
export function planDocuments(end: number): { at: number; tell(shop: Shop, runtime: Runtime): Story }[] {
  const letter = (title: string, lines: string[]) => (at: number) => drawLetter(title, lines, at)
  const documents: DemoDocument[] = [
    {
      at: end - 96 * DAY,
      by: 'owner',
      name: 'GST registration.pdf',
      purpose: 'kyc_proof',
      draw: letter('Registration certificate', [
        'Legal name: Kaveri Stores',
        'Place of business: Mysuru, Karnataka',
      ]),
    },
    {
      at: end - 41 * DAY,
      by: 'support',
      name: 'Proof of address.png',
      purpose: 'kyc_proof',
      draw: () => drawSignature(),
      of: CUSTOMER,
    },
    {
      at: end - 23 * DAY,
      by: 'finance',
      name: 'Air waybill 176-4410 2087.pdf',
      purpose: 'opgsp_awb',
      draw: letter('Air waybill', [
        'Shipper: Kaveri Stores, Mysuru',
        'Goods: 2 handloom sarees',
        'Gross weight: 1.8 kg',
      ]),
      of: ORDER,
    },
    {
      at: end - 9 * DAY,
      by: 'support',
      name: 'Parcel as handed over – ₹ 4,870.jpg',
      purpose: 'dispute_evidence',
      draw: () => drawParcel(),
      of: PAYMENT,
    },
    {
      at: end - 9 * DAY + HOUR,
      by: 'support',
      name: 'Delivery note, signed.pdf',
      purpose: 'dispute_evidence',
      draw: letter('Delivery note', ['Received in good order.', 'Boxes: 1', 'Carrier: by hand']),
      of: PAYMENT,
    },
    {
      at: end - 2 * DAY,
      by: 'key',
      name: 'packing-list.pdf',
      purpose: 'other',
      draw: letter('Packing list', ['1 x Rosewood carrom board', '2 x Sandalwood soap, box of three']),
      of: ORDER,
    },
  ]
  return documents.map((document) => ({
    at: document.at,
    tell: (shop, runtime) => keep(shop, runtime, document),
  }))
}

/** The bytes are stored at once and the row in the transaction of the past: without the row the cleanup job deletes them. */
async function* keep(shop: Shop, runtime: Runtime, { by, name, purpose, draw, of }: DemoDocument): Story {
  const actor: Actor = shop.cast[by]
  const id = newId('document', runtime.clock())
  const bytes = await draw(shop.now())
  const known = await receive(
    { storage: runtime.storage, scan: null },
    documentKey(actor.account.id, id),
    only(bytes),
  )
  await shop.run(createDocument, { purpose, file: { id, name, ...known } }, actor)
  yield 90
  const found = of ? await runtime.query(of, [actor.account.id, shop.now()]) : { rows: [] }
  const object_id = found.rows[0]?.id
  if (typeof object_id === 'string') await shop.run(attachDocument, { object_id, document_id: id }, actor)
}

async function* only(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}
