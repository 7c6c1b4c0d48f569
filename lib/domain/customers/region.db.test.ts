import { afterEach, expect, it } from 'vitest'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { openRest } from '#lib/testing/rest.ts'

let instance: Instance
afterEach(() => instance.close())

it('rejects all four for an account in the United States', async () => {
  instance = await openInstance({ country: 'US' })
  const rest = await openRest(instance)
  const id = 'cust_00000000000000'
  const responses = [
    await rest.post('/v1/customers', { name: 'Asha Rao' }),
    await rest.get('/v1/customers'),
    await rest.get(`/v1/customers/${id}`),
    await rest.call('PUT', `/v1/customers/${id}`, { json: { name: 'Asha Rao' } }),
  ]
  for (const { status, error } of responses)
    expect([status, error.code, error.reason]).toEqual([400, 'BAD_REQUEST_ERROR', 'not_available_in_region'])
  const { rows } = await instance.runtime.query('SELECT count(*)::int AS count FROM customers', [])
  expect(rows).toEqual([{ count: 0 }])
})

it.each([
  ['MY', '012-345 6789', '+60123456789'],
  ['SG', '9123 4567', '+6591234567'],
] as const)(
  'serves an account in %s, whose numbers need no country code',
  async (country, contact, stored) => {
    instance = await openInstance({ country })
    const rest = await openRest(instance)
    const created = await rest.post('/v1/customers', { name: 'Asha Rao', contact })
    expect([created.status, created.body.contact]).toEqual([201, stored])
    const edited = await rest.call('PUT', `/v1/customers/${created.body.id}`, { json: { contact } })
    expect([edited.status, edited.body.contact, edited.body.name]).toEqual([200, stored, null])
    const listed = await rest.get(`/v1/customers?${new URLSearchParams({ contact })}`)
    expect(listed.body).toMatchObject({ count: 1, items: [edited.body] })
    expect((await rest.get(`/v1/customers/${created.body.id}`)).status).toBe(200)
  },
)
