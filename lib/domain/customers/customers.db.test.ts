import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { editCustomer } from '#lib/domain/customers/update.ts'
import { createOrder } from '#lib/domain/orders/create.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { openRest, type Reply, type RequestOptions, type Rest } from '#lib/testing/rest.ts'
import { type Shop, shopOf } from '#lib/testing/shop.ts'

let instance: Instance
let rest: Rest
let shop: Shop
beforeAll(async () => {
  instance = await openInstance()
  rest = await openRest(instance)
  shop = shopOf(rest, instance)
})
afterAll(() => instance.close())

const PATH = '/v1/customers'
const GSTIN = '29ABCDE1234F1ZW'
const UNKNOWN = 'cust_00000000000000'
let serial = 0
/** A unique email and phone number. */
const pair = () => {
  serial += 1
  return { email: `customer.${serial}@example.com`, contact: `+9198765${String(serial).padStart(5, '0')}` }
}
const put = (id: string, json: unknown, options: RequestOptions = {}) =>
  rest.call('PUT', `${PATH}/${id}`, { json, ...options })
const post = (json: unknown, options?: RequestOptions) => rest.post(PATH, json, options)
async function made(json: object = pair()) {
  const response = await post(json)
  expect(response.status, response.text).toBe(201)
  return response.body
}
const errorOf = ({ status, error }: Reply) => ({ status, reason: error?.reason, field: error?.field })
const bad = (field?: string) => ({ status: 400, reason: 'input_validation_failed', field })

describe('creating a customer', () => {
  it('responds with every field and nothing else, and sends one event', async () => {
    const response = await post({
      name: 'Asha Rao',
      email: 'Asha.Rao@Example.com',
      contact: '98765 43210',
      gstin: GSTIN.toLowerCase(),
      notes: { shop: 'Mysuru 2' },
    })
    expect(response.status).toBe(201)
    expect(response.body).toEqual({
      id: expect.stringMatching(/^cust_[0-9A-Za-z]{14}$/),
      entity: 'customer',
      name: 'Asha Rao',
      email: 'Asha.Rao@Example.com',
      contact: '+919876543210',
      gstin: GSTIN,
      notes: { shop: 'Mysuru 2' },
      created_at: instance.now(),
    })
    const { id } = response.body
    expect((await rest.get(`${PATH}/${id}`)).body).toEqual(response.body)
    const events = await shop.rows('SELECT event, object_id, payload FROM events WHERE customer_id = $1', id)
    expect(events).toEqual([
      { event: 'customer.created', object_id: id, payload: { customer: { entity: response.body } } },
    ])
    expect(await shop.lines(id)).toMatchObject([
      { action: 'create_customer', actor_name: 'test', details: {} },
    ])
  })

  it.each([
    ['name', { name: 'Asha Rao' }],
    ['email', { email: 'only@example.com' }],
    ['contact', { contact: '9876512345' }],
  ])('needs only a %s; the rest is null and no notes are a list', async (_, given) => {
    const body = await made(given)
    const empty = { name: null, email: null, contact: null, gstin: null, notes: [] }
    expect(body).toMatchObject({
      ...empty,
      ...given,
      ...('contact' in given ? { contact: '+919876512345' } : {}),
    })
  })

  it('takes null for what is not there', async () => {
    const nothing = { email: null, contact: null, gstin: null, notes: {} }
    expect(await made({ name: 'Nobody else', ...nothing })).toMatchObject({ ...nothing, notes: [] })
  })

  it('may be made with the same name alone, more than once', async () => {
    const first = await made({ name: 'Walk-in' })
    expect((await made({ name: 'Walk-in' })).id).not.toBe(first.id)
  })

  it.each([
    ['nothing', {}, undefined],
    ['only notes', { notes: { a: 'b' } }, undefined],
    ['only a GSTIN', { gstin: GSTIN }, undefined],
    ['only nulls', { name: null, email: null, contact: null }, undefined],
    ['a short name', { name: 'Al' }, 'name'],
    ['a name that is short without its spaces', { name: '  Al  ' }, 'name'],
    ['only empty texts', { name: '', email: '', contact: '', gstin: '' }, undefined],
    ['a long name', { name: 'a'.repeat(51) }, 'name'],
    ['a name that is no text', { name: true }, 'name'],
    ['no e-mail', { email: 'asha' }, 'email'],
    ['a long e-mail', { email: `${'a'.repeat(53)}@example.com` }, 'email'],
    ['a short number', { contact: '1234567' }, 'contact'],
    ['a long number', { contact: '1234567890123456' }, 'contact'],
    ['letters in a number', { contact: '98765abc10' }, 'contact'],
    ['two pluses', { contact: '++919876543210' }, 'contact'],
    ['a wrong check character', { name: 'Asha', gstin: `${GSTIN.slice(0, 14)}0` }, 'gstin'],
    ['a GSTIN of no state', { name: 'Asha', gstin: '00ABCDE1234F1ZW' }, 'gstin'],
    ['a short GSTIN', { name: 'Asha', gstin: GSTIN.slice(0, 14) }, 'gstin'],
    [
      'sixteen notes',
      { name: 'Asha', notes: Object.fromEntries(Array.from({ length: 16 }, (_, at) => [`k${at}`, 'v'])) },
      'notes',
    ],
    ['a long value of notes', { name: 'Asha', notes: { a: 'x'.repeat(257) } }, 'notes.a'],
    // Property names that a caller chose are never repeated in full.
    ['a long key of notes', { name: 'Asha', notes: { ['x'.repeat(257)]: 'a' } }, `notes.${'x'.repeat(194)}…`],
    ['notes that are no object', { name: 'Asha', notes: 'a=b' }, 'notes'],
    ['a strange fail_existing', { name: 'Asha', fail_existing: 'maybe' }, 'fail_existing'],
    ['an unknown member', { name: 'Asha', phone: '9876543210' }, 'phone'],
    ['an id', { name: 'Asha', id: UNKNOWN }, 'id'],
    ['a NUL in the name', { name: 'Asha\u0000Rao' }, 'name'],
  ])('rejects %s', async (_, given, field) => {
    expect(errorOf(await post(given))).toEqual(bad(field))
  })

  it('takes what is exactly as long as it may be', async () => {
    const [name, shortest] = ['a'.repeat(50), 'Ali']
    const email = `${'a'.repeat(52)}@example.com`
    const notes = Object.fromEntries(
      Array.from({ length: 15 }, (_, at) => [`${'k'.repeat(254)}${10 + at}`, 'v'.repeat(256)]),
    )
    expect(await made({ name, email, notes })).toMatchObject({ name, email, notes })
    expect(await made({ name: `  ${shortest} ` })).toMatchObject({ name: shortest })
  })

  it.each([
    ['9876500001', '+919876500001'],
    ['+91 98765 00002', '+919876500002'],
    ['+91-98765-00003', '+919876500003'],
    ['(0) 98765 00004', '+919876500004'],
    [9876500005, '+919876500005'],
    ['+6591234567', '+6591234567'],
    ['+60 12-345 6789', '+60123456789'],
    // These belong to no numbering plan, so their digits stay.
    ['12345678', '12345678'],
    ['+999123456789012', '+999123456789012'],
  ])('keeps the number %j as %s', async (contact, stored) => {
    expect(await made({ contact })).toMatchObject({ contact: stored })
  })
})

describe('a repeat of e-mail and contact', () => {
  it.each<object>([{}, ...[true, 1, '1', 'true'].map((fail_existing) => ({ fail_existing }))])(
    'is rejected with the id of the first: %j',
    async (more) => {
      const of = pair()
      const first = await made({ name: 'First one', ...of })
      const again = await post({ name: 'Second one', ...of, ...more })
      expect(errorOf(again)).toEqual({ status: 400, reason: 'customer_already_exists', field: undefined })
      expect(again.error.metadata).toEqual({ customer_id: first.id })
    },
  )

  it.each([false, 0, '0', 'false'])(
    'returns the first with 200 when fail_existing is %j',
    async (fail_existing) => {
      const of = pair()
      const first = await made({ name: 'First one', ...of })
      const again = await post({ name: 'Second one', gstin: GSTIN, ...of, fail_existing })
      expect(again.status).toBe(200)
      expect(again.body).toEqual(first)
      expect(await shop.count('events', "customer_id = $1 AND event = 'customer.created'", first.id)).toBe(1)
      expect(await shop.lines(first.id)).toMatchObject([{ details: {} }, { details: { existing: true } }])
    },
  )

  it('creates with 201 when there is none yet, whatever fail_existing says', async () => {
    expect((await post({ ...pair(), fail_existing: 0 })).status).toBe(201)
  })

  it('is one in any spelling of either', async () => {
    const { id } = await made({ email: 'Spelled@Example.com', contact: '+919876522222' })
    const again = await post({ email: 'spelled@example.COM', contact: '98765-22222' })
    expect(again.error.metadata).toEqual({ customer_id: id })
  })

  it('is none when one of the two is another, or missing', async () => {
    const { email, contact } = pair()
    const all = await Promise.all(
      [
        { email, contact },
        { email },
        { contact },
        { email, contact: pair().contact },
        { email: pair().email, contact },
      ].map(made),
    )
    expect(new Set(all.map(({ id }) => id)).size).toBe(5)
    expect((await post({ email })).error.reason).toBe('customer_already_exists')
    expect((await post({ contact })).error.reason).toBe('customer_already_exists')
  })

  it('at once makes one customer', async () => {
    const of = pair()
    const responses = await Promise.all(Array.from({ length: 12 }, () => post(of)))
    const [created, refused] = [201, 400].map((status) =>
      responses.filter((response) => response.status === status),
    )
    expect([created?.length, refused?.length]).toEqual([1, 11])
    const id = created?.[0]?.body.id
    expect(refused?.map(({ error }) => error.metadata.customer_id)).toEqual(Array(11).fill(id))
    expect(await shop.count('customers', 'email = $1', of.email)).toBe(1)
    expect(await shop.count('events', 'customer_id = $1', id)).toBe(1)
  })

  it('at once gives all of them the same one when fail_existing is 0', async () => {
    const of = pair()
    const responses = await Promise.all(Array.from({ length: 12 }, () => post({ ...of, fail_existing: 0 })))
    expect(responses.map(({ status }) => status).sort()).toEqual([...Array(11).fill(200), 201])
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1)
  })
})

describe('editing a customer', () => {
  it('replaces everything but id and created_at, and notes what changed', async () => {
    const before = await made({ name: 'Before', ...pair(), gstin: GSTIN, notes: { b: '1', a: '2' } })
    const later = pair()
    const response = await put(before.id, { name: 'Afterwards', email: later.email, notes: { a: '2' } })
    expect(response.status).toBe(200)
    expect(response.body).toEqual({
      ...before,
      name: 'Afterwards',
      email: later.email,
      contact: null,
      gstin: null,
      notes: { a: '2' },
    })
    expect((await rest.get(`${PATH}/${before.id}`)).body).toEqual(response.body)
    const [, line] = await shop.lines(before.id)
    expect(line).toMatchObject({
      action: 'update_customer',
      details: {
        before: {
          name: 'Before',
          email: before.email,
          contact: before.contact,
          gstin: GSTIN,
          notes: { a: '2', b: '1' },
        },
        after: { name: 'Afterwards', email: later.email, contact: null, gstin: null, notes: { a: '2' } },
      },
    })
  })

  it('is found by its new name, pair and country, and not by the old ones', async () => {
    const { id, email } = await made({ name: 'Changing', ...pair() })
    await put(id, { name: 'Changed', contact: '+6591230001' })
    const [row] = await shop.rows('SELECT search_name, identity, country FROM customers WHERE id = $1', id)
    expect(row).toEqual({ search_name: 'changed', identity: ' +6591230001', country: 'SG' })
    expect((await rest.get(`${PATH}?email=${email}`)).body.items).toEqual([])
    expect((await post({ email })).status).toBe(201)
  })

  it('changes nothing when it says what is there, in any order of the notes', async () => {
    const before = await made({ ...pair(), notes: { bbb: '1', a: '2' } })
    const response = await put(before.id, {
      email: before.email,
      contact: before.contact,
      notes: { a: '2', bbb: '1' },
    })
    expect(response.body).toEqual(before)
    expect((await shop.lines(before.id)).at(-1)?.details).toEqual({ before: {}, after: {} })
  })

  it('may keep its own pair while the rest changes', async () => {
    const before = await made({ ...pair() })
    expect(
      (
        await put(before.id, {
          ...before,
          id: undefined,
          entity: undefined,
          created_at: undefined,
          notes: {},
          name: 'With a name',
        })
      ).status,
    ).toBe(200)
  })

  it.each([
    ['nothing', {}, undefined],
    ['a short name', { name: 'Al' }, 'name'],
    ['a wrong GSTIN', { name: 'Asha', gstin: '29ABCDE1234F1Z0' }, 'gstin'],
    ['fail_existing', { name: 'Asha', fail_existing: 0 }, 'fail_existing'],
    ['a created_at', { name: 'Asha', created_at: 1 }, 'created_at'],
    ['an id, which stands in the path', { name: 'Asha', id: UNKNOWN }, 'id'],
  ])('rejects %s, and leaves all as it was', async (_, given, field) => {
    const before = await made({ name: 'Left alone' })
    expect(errorOf(await put(before.id, given))).toEqual(bad(field))
    expect((await rest.get(`${PATH}/${before.id}`)).body).toEqual(before)
  })

  it("onto another's pair is rejected, and the pair is named", async () => {
    const [first, second] = [await made(), await made()]
    const response = await put(second.id, { email: first.email.toUpperCase(), contact: first.contact })
    expect(errorOf(response)).toEqual({ status: 400, reason: 'customer_already_exists', field: undefined })
    expect(response.error.metadata).toEqual({ customer_id: first.id })
    expect((await rest.get(`${PATH}/${second.id}`)).body).toEqual(second)
  })

  it('of many onto one pair at once succeeds once', async () => {
    const wanted = pair()
    const many = await Promise.all(Array.from({ length: 8 }, () => made({ name: 'One of many' })))
    const responses = await Promise.all(many.map(({ id }) => put(id, wanted)))
    const winners = responses.filter(({ status }) => status === 200)
    expect(winners).toHaveLength(1)
    for (const { status, error } of responses.filter((response) => response.status !== 200)) {
      expect([status, error.reason, error.metadata.customer_id]).toEqual([
        400,
        'customer_already_exists',
        winners[0]?.body.id,
      ])
    }
  })

  it('races with a creation of the same pair, and one of them has it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const wanted = pair()
      const { id } = await made({ name: 'Wants the pair' })
      const responses = await Promise.all([put(id, wanted), post(wanted)])
      expect(responses.map(({ status }) => (status < 300 ? 'done' : status)).sort()).toEqual([400, 'done'])
      expect(await shop.count('customers', 'email = $1', wanted.email)).toBe(1)
    }
  })

  it('gives a pair up while another asks for it, and both get a response', async () => {
    for (let round = 0; round < 5; round += 1) {
      const given = await made()
      const wanted = { email: given.email, contact: given.contact, fail_existing: 0 }
      const [gone, request] = await Promise.all([put(given.id, { name: 'Gave it up' }), post(wanted)])
      expect(gone.status).toBe(200)
      expect([200, 201]).toContain(request.status)
    }
  })

  it('is done once for one idempotency key', async () => {
    const { id } = await made()
    const body = { name: 'Keyed edit' }
    const first = await put(id, body, { idempotencyKey: 'edit-1' })
    const again = await put(id, body, { idempotencyKey: 'edit-1' })
    expect(again.text).toBe(first.text)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(await shop.count('audit_lines', "object_id = $1 AND action = 'update_customer'", id)).toBe(1)
  })
})

describe('the same idempotency key', () => {
  it('replays the creation, and is rejected with another body', async () => {
    const of = pair()
    const first = await post(of, { idempotencyKey: 'create-1' })
    const again = await post(of, { idempotencyKey: 'create-1' })
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.text).toBe(first.text)
    expect((await post(pair(), { idempotencyKey: 'create-1' })).error.reason).toBe('idempotency_key_reused')
  })

  it('replays the response with the existing customer, with its 200', async () => {
    const of = pair()
    await made(of)
    const request = { idempotencyKey: 'existing-1' }
    const responses = [
      await post({ ...of, fail_existing: 0 }, request),
      await post({ ...of, fail_existing: 0 }, request),
    ]
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    expect(responses[1]?.headers.get('idempotency-replayed')).toBe('true')
  })
})

describe('bodies of a form', () => {
  it('create and edit, with notes in brackets and fail_existing as text', async () => {
    const { email, contact } = pair()
    const form = {
      name: 'Form Sent',
      email,
      contact,
      gstin: GSTIN,
      'notes[shop]': 'Mysuru 2',
      fail_existing: '0',
    }
    const created = await rest.call('POST', PATH, { form })
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({
      name: 'Form Sent',
      email,
      contact,
      gstin: GSTIN,
      notes: { shop: 'Mysuru 2' },
    })
    expect((await rest.call('POST', PATH, { form })).status).toBe(200)
    expect((await rest.call('POST', PATH, { form: { ...form, fail_existing: '1' } })).status).toBe(400)
    const edited = await rest.call('PUT', `${PATH}/${created.body.id}`, { form: { name: '12345', contact } })
    expect(edited.body).toMatchObject({ name: '12345', contact, email: null, gstin: null, notes: [] })
  })
})

describe('fetching customers', () => {
  it.each(['GET', 'PUT'])('%s: an unknown id is missing, a malformed one is rejected', async (method) => {
    const call = (id: string) => rest.call(method, `${PATH}/${id}`, { json: { name: 'Asha' } })
    expect(errorOf(await call(UNKNOWN))).toEqual({ status: 404, reason: 'record_not_found', field: 'id' })
    for (const id of ['cust_1', 'pay_00000000000000', 'cust_0000000000000!', 'nonsense'])
      expect(errorOf(await call(id)), id).toEqual(bad('id'))
  })

  it('of another account are missing just so', async () => {
    const { id } = await made()
    const strange = await shop.rows('SELECT id FROM accounts WHERE id <> $1', instance.actor.account.id)
    const live = { ...instance.actor, account: { ...instance.actor.account, id: strange[0].id } }
    const { fetchCustomer } = await import('./fetch.ts')
    await expect(instance.run(fetchCustomer, { id }, undefined, live)).rejects.toMatchObject({
      reason: 'record_not_found',
      status: 404,
      message: `There is no customer ${id} in this account and mode.`,
    })
    await expect(
      instance.run(createOrder, { amount: 100, currency: 'INR', customer_id: id }, undefined, live),
    ).rejects.toMatchObject({ reason: 'record_not_found', status: 400, field: 'customer_id' })
  })

  it('needs credentials', async () => {
    expect((await rest.get(PATH, { as: null })).status).toBe(401)
    expect((await rest.call('DELETE', `${PATH}/${UNKNOWN}`)).status).toBe(405)
  })
})

describe('the list', () => {
  const idsOf = (response: Reply) => response.body.items.map(({ id }: { id: string }) => id)

  it('is newest first, in pages of ten, by offset and by cursors', async () => {
    await instance.pass(1000)
    const from = instance.now()
    const ids: string[] = []
    for (let at = 0; at < 12; at += 1) {
      ids.unshift((await made()).id)
      await instance.pass(1)
    }
    const list = async (query: string) => idsOf(await rest.get(`${PATH}?from=${from}&${query}`))
    expect((await rest.get(`${PATH}?from=${from}`)).body).toMatchObject({ entity: 'collection', count: 10 })
    expect(await list('')).toEqual(ids.slice(0, 10))
    expect(await list('count=3&skip=2')).toEqual(ids.slice(2, 5))
    expect(await list(`count=3&starting_after=${ids[2]}`)).toEqual(ids.slice(3, 6))
    expect(await list(`count=3&ending_before=${ids[6]}`)).toEqual(ids.slice(3, 6))
    expect(await list(`to=${from + 2}&count=100`)).toEqual(ids.slice(9))
  })

  it('is narrowed by e-mail in any spelling, whole, and by contact in any form', async () => {
    const one = await made({ email: 'Under_Score@Example.com', contact: '+919876533333' })
    await made({ email: 'underXscore@example.com' })
    await made({ email: 'under_score@example.com.au' })
    const list = async (query: object) =>
      idsOf(await rest.get(`${PATH}?${new URLSearchParams(query as Record<string, string>)}`))
    expect(await list({ email: 'under_score@example.com' })).toEqual([one.id])
    expect(await list({ email: 'UNDER_SCORE@EXAMPLE.COM', contact: '98765 33333' })).toEqual([one.id])
    expect(await list({ email: 'under_score' })).toEqual([])
    for (const contact of ['9876533333', '+919876533333', '+91 98765-33333'])
      expect(await list({ contact })).toEqual([one.id])
    expect(await list({ contact: '9876533334' })).toEqual([])
  })

  it.each([
    ['count=0', 'count'],
    ['count=101', 'count'],
    ['count=x', 'count'],
    ['skip=-1', 'skip'],
    ['from=1', 'from'],
    ['to=99999999999', 'to'],
    ['starting_after=pay_00000000000000', 'starting_after'],
    ['name=Asha', 'name'],
    [`email=${'a'.repeat(65)}`, 'email'],
  ])('rejects %s', async (query, field) => {
    expect(errorOf(await rest.get(`${PATH}?${query}`))).toEqual(bad(field))
  })

  it('rejects an unknown cursor', async () => {
    expect(errorOf(await rest.get(`${PATH}?starting_after=${UNKNOWN}`))).toMatchObject({
      reason: 'record_not_found',
      field: 'starting_after',
    })
  })
})

describe('an edit by a tool', () => {
  it('keeps what is not sent, clears what is null, and is told as every edit', async () => {
    const before = await made({ name: 'Kept', ...pair(), gstin: GSTIN, notes: { b: '1' } })
    const edited = await instance.run(editCustomer, { id: before.id, contact: '+91 98765 00987' })
    expect(edited).toEqual({ ...before, contact: '+919876500987' })
    const cleared = await instance.run(editCustomer, { id: before.id, gstin: null, notes: {} })
    expect(cleared).toEqual({ ...edited, gstin: null, notes: [] })
    const [, line] = await shop.lines(before.id)
    expect(line).toMatchObject({
      action: 'edit_customer',
      details: { before: { contact: before.contact }, after: { contact: '+919876500987' } },
    })
    expect(line.details.after).toEqual({ contact: '+919876500987' })
  })

  it('changes something, leaves a name, an email or a contact, and takes no pair of another', async () => {
    const [one, other] = [await made({ name: 'One', ...pair() }), await made(pair())]
    const edit = (fields: object) => instance.run(editCustomer, { id: one.id, ...fields })
    await expect(edit({})).rejects.toMatchObject({ reason: 'input_validation_failed' })
    await expect(edit({ name: null, email: null, contact: null })).rejects.toMatchObject({
      reason: 'input_validation_failed',
    })
    await expect(edit({ email: other.email, contact: other.contact })).rejects.toMatchObject({
      reason: 'customer_already_exists',
      metadata: { customer_id: other.id },
    })
    expect((await rest.get(`${PATH}/${one.id}`)).body).toEqual(one)
  })
})
