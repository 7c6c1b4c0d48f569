import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemActor } from '#lib/auth/system-actor.ts'
import { createKey } from '#lib/domain/api-keys/create.ts'
import {
  fetchBillForCustomer,
  fetchBillTimeline,
  fetchBillVersions,
  getBillDetails,
} from '#lib/domain/bills/fetch.ts'
import { exportBills, listBillsForDashboard } from '#lib/domain/bills/list.ts'
import { updateBillIfUnchanged } from '#lib/domain/bills/update.ts'
import { createMerchant } from '#lib/domain/merchants/create.ts'
import { updateBusiness } from '#lib/domain/merchants/update-business.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import { fullBill, minBill } from '#lib/testing/bill.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { openRest, type Rest } from '#lib/testing/rest.ts'
import { ROLE_PERMISSIONS } from '#lib/values/permissions.ts'

let instance: Instance
let rest: Rest
let count = 0
beforeAll(async () => {
  instance = await openInstance()
  rest = await openRest(instance)
})
afterAll(() => instance.close())

const fresh = () => `L-${String(++count).padStart(4, '0')}`
async function issue(body: object = minBill) {
  const response = await rest.post('/v1/bills', { ...body, receipt_number: fresh() })
  expect(response.status, response.text).toBe(201)
  return response.body as { id: string; receipt_number: string; version: number; receipt_url: string }
}
const remove = (id: string) => rest.call('DELETE', `/v1/bills/${id}`)
const versionsOf = async (id: string) => (await instance.run(fetchBillVersions, { bill_id: id })).items
const eventsOf = async (id: string) => {
  const { rows } = await instance.runtime.query(
    'SELECT event, payload FROM events WHERE object_id = $1 ORDER BY created_at, id',
    [id],
  )
  return rows as { event: string; payload: { bill: { entity: { version: number; status: string } } } }[]
}

describe('the number of a bill', () => {
  it('is used once, and the error names the bill that has it', async () => {
    const bill = await issue()
    const again = await rest.post('/v1/bills', { ...minBill, receipt_number: bill.receipt_number })
    expect(again.status).toBe(400)
    expect(again.error).toMatchObject({
      reason: 'bill_receipt_number_used',
      field: 'receipt_number',
      metadata: { bill_id: bill.id },
    })
  })

  it('stays used when the bill was deleted', async () => {
    const bill = await issue()
    await remove(bill.id)
    const again = await rest.post('/v1/bills', { ...minBill, receipt_number: bill.receipt_number })
    expect(again.error).toMatchObject({ reason: 'bill_receipt_number_used', metadata: { bill_id: bill.id } })
  })

  it('makes one bill of twelve that are sent at once', async () => {
    const receipt_number = fresh()
    const responses = await Promise.all(
      Array.from({ length: 12 }, () => rest.post('/v1/bills', { ...minBill, receipt_number })),
    )
    const made = responses.filter(({ status }) => status === 201)
    expect(made).toHaveLength(1)
    for (const response of responses.filter(({ status }) => status !== 201)) {
      expect([response.status, response.error.reason]).toEqual([400, 'bill_receipt_number_used'])
      expect(response.error.metadata).toEqual({ bill_id: made[0]?.body.id })
    }
    expect(await eventsOf(made[0]?.body.id)).toHaveLength(1)
  })

  it('may be the same in another account', async () => {
    const bill = await issue()
    const key = await strangerKey()
    const response = await rest.post(
      '/v1/bills',
      { ...minBill, receipt_number: bill.receipt_number },
      { as: key },
    )
    expect(response.status).toBe(201)
  })
})

describe('an idempotency key', () => {
  it('gets the first response again, and makes one bill', async () => {
    const body = { ...minBill, receipt_number: fresh() }
    const idempotencyKey = `bill-${body.receipt_number}`
    const first = await rest.post('/v1/bills', body, { idempotencyKey })
    const second = await rest.post('/v1/bills', body, { idempotencyKey })
    expect(second.status).toBe(201)
    expect(second.text).toBe(first.text)
    expect(second.headers.get('idempotency-replayed')).toBe('true')
    const other = await rest.post('/v1/bills', { ...body, store_code: 'S' }, { idempotencyKey })
    expect(other.error.reason).toBe('idempotency_key_reused')
  })

  it('edits once', async () => {
    const { id } = await issue()
    const patch = () => rest.patch(`/v1/bills/${id}`, { store_code: 'S' }, { idempotencyKey: `edit-${id}` })
    const responses = await Promise.all([patch(), patch(), patch()])
    for (const response of responses) expect([200, 409]).toContain(response.status)
    expect((await patch()).body.version).toBe(2)
  })
})

describe('PATCH', () => {
  it('replaces what is sent, keeps the rest, takes away what is null, and counts', async () => {
    const before = await issue(fullBill)
    await instance.pass(60)
    const { id } = before
    const summary = { total_quantity: 9, currency: 'INR', net_payable_amount: 900 }
    const response = await rest.patch(`/v1/bills/${id}`, {
      receipt_summary: summary,
      tags: ['new'],
      irn: null,
    })
    expect(response.status, response.text).toBe(200)
    const { irn: _, ...stored } = before as typeof before & { irn: unknown }
    expect(response.body).toEqual({
      ...stored,
      // A field is replaced as a whole: further properties of its old value are gone.
      receipt_summary: summary,
      tags: ['new'],
      version: 2,
      updated_at: instance.now(),
    })
    expect((await rest.get(`/v1/bills/${id}`)).body).toEqual(response.body)
    expect((await instance.run(getBillDetails, { bill_id: id })).bill.version).toBe(2)
  })

  it('keeps the version before it, with who changed it, when, and in what', async () => {
    const { id } = await issue(fullBill)
    const made = instance.now()
    await instance.pass(60)
    await rest.patch(`/v1/bills/${id}`, { store_code: 'BLR-02', tags: null })
    await instance.pass(60)
    await rest.patch(`/v1/bills/${id}`, { line_items: [{ ...fullBill.line_items[0], quantity: 3 }] })
    const versions = await versionsOf(id)
    expect(versions.map(({ version, created_at }) => [version, created_at - made])).toEqual([
      [3, 120],
      [2, 60],
      [1, 0],
    ])
    expect(versions[0]?.differences).toEqual([{ field: 'line_items.0.quantity', from: 2, to: 3 }])
    expect(new Set(versions[1]?.differences)).toEqual(
      new Set([
        { field: 'store_code', from: 'BLR-01', to: 'BLR-02' },
        { field: 'tags', from: ['festive', 'walk-in'], to: null },
      ]),
    )
    expect(versions[2]?.differences).toEqual([])
    expect(versions[2]?.body).toMatchObject({ store_code: 'BLR-01', tags: ['festive', 'walk-in'] })
    expect(versions.map(({ created_by }) => created_by)).toEqual(Array(3).fill(`key:${instance.key.name}`))
  })

  it('cannot rewrite what a version once said', async () => {
    await issue()
    await expect(instance.runtime.query("UPDATE bill_versions SET body = '{}'", [])).rejects.toThrow(
      /permission/,
    )
    await expect(instance.runtime.query('DELETE FROM bill_versions', [])).rejects.toThrow(/permission/)
  })

  it.each([
    ['business_type', 'ecommerce'],
    ['business_category', 'events'],
    ['receipt_number', 'R-2'],
  ])('never changes %s', async (field, value) => {
    const { id } = await issue()
    const response = await rest.patch(`/v1/bills/${id}`, { [field]: value })
    expect([response.status, response.error.field]).toEqual([400, field])
    expect(response.error.description).toMatch(/can't be changed/)
  })

  it.each([
    ['nothing', {}, undefined],
    ['a required member taken away', { payments: null }, 'payments'],
    ['a value that is wrong', { receipt_delivery: 'mail' }, 'receipt_delivery'],
    ['an unknown member', { colour: 'red' }, 'colour'],
    ['a field that the platform writes', { status: 'deleted' }, 'status'],
    ['a delivery that lacks its customer', { receipt_delivery: 'digital' }, 'customer'],
    ['a type that lacks its lines', { receipt_type: 'order_confirmation' }, 'line_items'],
    ['an unknown customer', { customer: { customer_id: 'cust_NfLw3gQ81xRt0a' } }, 'customer.customer_id'],
  ])('rejects %s, and leaves the bill as it was', async (_, changes, field) => {
    const bill = await issue()
    const response = await rest.patch(`/v1/bills/${bill.id}`, changes)
    expect([response.status, response.error.field]).toEqual([400, field])
    expect((await rest.get(`/v1/bills/${bill.id}`)).body).toEqual(bill)
    expect(await versionsOf(bill.id)).toHaveLength(1)
  })

  it('judges the whole: taking lines away goes with a type that needs none', async () => {
    const { id } = await issue({ ...fullBill, receipt_type: 'proforma_invoice' })
    const refused = await rest.patch(`/v1/bills/${id}`, { line_items: null })
    expect(refused.error.field).toBe('line_items')
    const response = await rest.patch(`/v1/bills/${id}`, { line_items: null, receipt_type: 'debit_invoice' })
    expect(response.status).toBe(200)
    expect(response.body).not.toHaveProperty('line_items')
  })

  it('keeps all of sixteen concurrent edits', async () => {
    const { id } = await issue()
    const responses = await Promise.all(
      Array.from({ length: 16 }, (_, index) => rest.patch(`/v1/bills/${id}`, { tags: [`t${index}`] })),
    )
    expect(responses.map(({ status }) => status)).toEqual(Array(16).fill(200))
    expect(responses.map(({ body }) => body.version).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 16 }, (_, index) => index + 2),
    )
    const versions = await versionsOf(id)
    expect(versions.map(({ version }) => version)).toEqual(Array.from({ length: 17 }, (_, at) => 17 - at))
    // Every edit is in exactly one version, and the response has its number.
    for (const { body } of responses)
      expect(versions.find(({ version }) => version === body.version)?.body.tags).toEqual(body.tags)
    expect((await eventsOf(id)).map(({ event }) => event)).toEqual([
      'bill.created',
      ...Array(16).fill('bill.updated'),
    ])
  })

  it('finds the columns of the new version, not of the old', async () => {
    const { id } = await issue({ ...minBill, store_code: 'OLD', customer: { email: 'old@example.com' } })
    await rest.patch(`/v1/bills/${id}`, { store_code: 'NEW', customer: { email: 'New@Example.com' } })
    const ids = async (query: string) =>
      (await rest.get(`/v1/bills?${query}`)).body.items.map((bill: { id: string }) => bill.id)
    expect(await ids('store_code=OLD')).toEqual([])
    expect(await ids('email=old@example.com')).toEqual([])
    expect(await ids('store_code=NEW&email=new@example.com')).toEqual([id])
  })
})

describe('an edit in the dashboard', () => {
  it('holds for the version that was seen', async () => {
    const { id } = await issue()
    const found = { bill_id: id, expected_version: 1 }
    expect((await instance.run(updateBillIfUnchanged, { ...found, store_code: 'A' })).version).toBe(2)
    await expect(instance.run(updateBillIfUnchanged, { ...found, store_code: 'B' })).rejects.toMatchObject({
      reason: 'bill_changed',
      status: 409,
    })
    const both = await Promise.allSettled(
      ['C', 'D'].map((store_code) =>
        instance.run(updateBillIfUnchanged, { bill_id: id, expected_version: 2, store_code }),
      ),
    )
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('DELETE', () => {
  it('withdraws the bill; row, versions and number stay', async () => {
    const bill = await issue(fullBill)
    await rest.patch(`/v1/bills/${bill.id}`, { store_code: 'S' })
    await instance.pass(60)
    const response = await remove(bill.id)
    expect(response.status).toBe(200)
    expect(response.body).toEqual({
      id: bill.id,
      entity: 'bill',
      status: 'deleted',
      receipt_number: bill.receipt_number,
      deleted_at: instance.now(),
    })
    const fetched = (await rest.get(`/v1/bills/${bill.id}`)).body
    expect(fetched).toMatchObject({
      status: 'deleted',
      version: 2,
      store_code: 'S',
      updated_at: instance.now(),
    })
    expect(await versionsOf(bill.id)).toHaveLength(2)
    const listed = await rest.get('/v1/bills?status=deleted&count=100')
    expect(listed.body.items.map((item: { id: string }) => item.id)).toContain(bill.id)
  })

  it('a second time changes nothing and sends no event', async () => {
    const { id } = await issue()
    const first = await remove(id)
    await instance.pass(60)
    const responses = await Promise.all([remove(id), remove(id), remove(id)])
    for (const response of responses) expect([response.status, response.text]).toEqual([200, first.text])
    expect((await eventsOf(id)).map(({ event }) => event)).toEqual(['bill.created', 'bill.deleted'])
  })

  it('ends the edits', async () => {
    const { id } = await issue()
    await remove(id)
    const response = await rest.patch(`/v1/bills/${id}`, { store_code: 'S' })
    expect([response.status, response.error.reason]).toEqual([400, 'bill_deleted'])
    expect(await versionsOf(id)).toHaveLength(1)
  })

  it('and an edit at once come one after the other', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { id } = await issue()
      const [edit, gone] = await Promise.all([rest.patch(`/v1/bills/${id}`, { store_code: 'S' }), remove(id)])
      expect(gone.status).toBe(200)
      expect([200, 400]).toContain(edit.status)
      const events = (await eventsOf(id)).map(({ event }) => event)
      expect(events.at(-1)).toBe('bill.deleted')
      expect(events).toHaveLength(edit.status === 200 ? 3 : 2)
    }
  })

  it('of what is not there is 404', async () => {
    const response = await remove('bill_NfLw3gQ81xRt0a')
    expect([response.status, response.error.reason]).toEqual([404, 'record_not_found'])
    const malformed = await remove('bill_1')
    expect([malformed.status, malformed.error.field]).toEqual([400, 'bill_id'])
  })
})

describe('events', () => {
  it('carry the bill as it was then', async () => {
    const { id } = await issue(fullBill)
    await rest.patch(`/v1/bills/${id}`, { store_code: 'S' })
    await remove(id)
    const events = await eventsOf(id)
    expect(
      events.map(({ event, payload }) => [event, payload.bill.entity.version, payload.bill.entity.status]),
    ).toEqual([
      ['bill.created', 1, 'issued'],
      ['bill.updated', 2, 'issued'],
      ['bill.deleted', 2, 'deleted'],
    ])
    expect((await instance.run(fetchBillTimeline, { bill_id: id })).items.map(({ what }) => what)).toEqual([
      'bill.deleted',
      'bill.updated',
      'bill.created',
    ])
  })
})

describe('another account', () => {
  it('sees, edits and deletes nothing, and gets the response of a bill that does not exist', async () => {
    const bill = await issue(fullBill)
    const as = await strangerKey()
    for (const [method, json] of [
      ['GET', undefined],
      ['PATCH', { store_code: 'S' }],
      ['DELETE', undefined],
    ] as const) {
      const theirs = await rest.call(method, `/v1/bills/${bill.id}`, { as, json })
      const nobodys = await rest.call(method, '/v1/bills/bill_NfLw3gQ81xRt0a', { as, json })
      expect(theirs.status).toBe(404)
      expect(theirs.text).toBe(nobodys.text.replaceAll('bill_NfLw3gQ81xRt0a', bill.id))
    }
    const listed = await rest.get(`/v1/bills?receipt_number=${bill.receipt_number}`, { as })
    expect(listed.body.count).toBe(0)
    expect((await rest.get(`/v1/bills?starting_after=${bill.id}`, { as })).status).toBe(404)
    expect((await rest.get(`/v1/bills/${bill.id}`)).body).toEqual(bill)
  })

  it('cannot lend its customer', async () => {
    const as = await strangerKey()
    const theirs = (await rest.post('/v1/customers', { name: 'Theirs' }, { as })).body
    const response = await rest.post('/v1/bills', {
      ...minBill,
      receipt_number: fresh(),
      customer: { customer_id: theirs.id },
    })
    expect([response.status, response.error.field]).toEqual([400, 'customer.customer_id'])
  })
})

describe('lists', () => {
  it('narrow by every filter, and go on by cursors', async () => {
    const store_code = 'LIST-1'
    const made: string[] = []
    for (let index = 0; index < 5; index += 1) {
      made.unshift(
        (await issue({ ...minBill, store_code, customer: { email: `l${index % 2}@example.com` } })).id,
      )
      await instance.pass(10)
    }
    await remove(made[0] ?? '')
    const ids = async (query: string) =>
      (await rest.get(`/v1/bills?store_code=${store_code}&${query}`)).body.items.map(
        ({ id }: { id: string }) => id,
      )
    expect(await ids('')).toEqual(made)
    expect(await ids('status=deleted')).toEqual([made[0]])
    expect(await ids('status=issued')).toEqual(made.slice(1))
    expect(await ids('email=L1@example.com')).toEqual([made[1], made[3]])
    expect(await ids(`count=2&starting_after=${made[1]}`)).toEqual(made.slice(2, 4))
    expect(await ids(`count=2&ending_before=${made[3]}`)).toEqual(made.slice(1, 3))
    expect(await ids('count=2&skip=1')).toEqual(made.slice(1, 3))
    expect(await ids(`to=${instance.now() - 25}`)).toEqual(made.slice(2))
    expect(await ids('receipt_number=nothing')).toEqual([])
    expect((await rest.get('/v1/bills?status=gone')).status).toBe(400)
    expect((await rest.get('/v1/bills?store=1')).error.field).toBe('store')
  })
})

describe('the dashboard', () => {
  it('finds bills by number, store, phone and e-mail, and adds them up', async () => {
    const customer = { email: 'Desk@Example.com', contact: '98111 22333' }
    const receipt_summary = { total_quantity: 1, currency: 'INR', net_payable_amount: 12_345 }
    const one = await rest.post('/v1/bills', {
      ...minBill,
      receipt_summary,
      receipt_number: 'DESK/50%/1',
      store_code: 'DESK-STORE',
      customer,
    })
    const two = await rest.post('/v1/bills', {
      ...minBill,
      receipt_number: 'DESK/50%/2',
      receipt_summary: { ...receipt_summary, currency: 'USD' },
    })
    const found = async (q: string) => {
      const page = await instance.run(listBillsForDashboard, { q })
      return { ids: page.items.map(({ id }) => id), total: page.total, billed: page.totals }
    }
    const inr = (billed: bigint) => ({ currency: 'INR', amounts: { billed } })
    const usd = { currency: 'USD', amounts: { billed: BigInt(two.body.receipt_summary.net_payable_amount) } }
    const both = { ids: [two.body.id, one.body.id], total: 2, billed: [inr(12_345n), usd] }
    expect(await found('DESK/50%')).toEqual(both)
    expect(await found('desk/50')).toEqual(both)
    expect(await found('DESK/5_')).toEqual({ ids: [], total: 0, billed: [inr(0n)] })
    for (const q of ['DESK-STORE', 'desk@example.com', '+91 98111 22333', '9811122333']) {
      expect(await found(q), q).toEqual({ ids: [one.body.id], total: 1, billed: [inr(12_345n)] })
    }
    await remove(one.body.id)
    expect(await found('DESK/50%')).toEqual({ ...both, billed: [inr(0n), usd] })
    const filtered = await instance.run(listBillsForDashboard, {
      q: 'DESK/',
      status: ['deleted'],
      type: ['credit_invoice'],
      min: 12_345,
    })
    expect(filtered.items.map(({ id }) => id)).toEqual([one.body.id])
    const exported = await instance.run(exportBills, { q: 'DESK/', count: 1 }, undefined, instance.system)
    expect(exported.items.map(({ id }) => id)).toEqual([two.body.id])
    expect(filtered.tabs).toEqual({ all: 2, issued: 1, deleted: 1 })
  })

  it('shows a bill with its seller and the mails that brought it', async () => {
    const { id } = await issue()
    const details = await instance.run(getBillDetails, { bill_id: id })
    expect(details.send_error).toBeNull()
    expect(details).toMatchObject({
      seller: { name: 'Test Stores', mode: 'test', country: 'IN' },
      delivery_status: 'none',
      created_by: `key:${instance.key.name}`,
      mails: [],
    })
  })

  it('keeps the seller that it was issued by, whatever the business details become', async () => {
    const owner: Actor = {
      ...instance.system,
      kind: 'user',
      id: 'usr_owner',
      permissions: new Set(ROLE_PERMISSIONS.owner),
    }
    const business = (address: string) =>
      instance.run(updateBusiness, { billing_label: 'Test Stores', gstin: null, address }, undefined, owner)
    await business('1 Road\nMysuru 570001')
    const { id } = await issue()
    await business('9 Lane\nMysuru 570009')
    const shown = async (bill_id: string) => (await instance.run(getBillDetails, { bill_id })).seller.address
    expect(await shown(id)).toBe('1 Road\nMysuru 570001')
    const { seller } = await instance.run(fetchBillForCustomer, { bill_id: id })
    expect(seller.address).toBe('1 Road\nMysuru 570001')
    expect(await shown((await issue()).id)).toBe('9 Lane\nMysuru 570009')
  })
})

async function strangerKey() {
  const merchant = await instance.database.prisma.$transaction((tables) =>
    createMerchant(tables, { name: 'Stranger Stores', country: 'IN' }, Date.UTC(2026, 5, 15), {
      authorization_window_seconds: 259_200,
    }),
  )
  const system = await systemActor(instance.runtime.query, merchant.accounts.test, 'test')
  return instance.run(createKey, { name: 'theirs' }, undefined, system)
}
