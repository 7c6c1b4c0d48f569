import { afterAll, beforeAll, expect, it } from 'vitest'
import { fetchTransferTimeline } from '#lib/domain/transfers/fetch.ts'
import { getStatementDetails } from '#lib/domain/wallets/get-statement-details.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { openRest, type Rest } from '#lib/testing/rest.ts'
import { shopOf } from '#lib/testing/shop.ts'

let instance: Instance
let rest: Rest
beforeAll(async () => {
  instance = await openInstance()
  rest = await openRest(instance)
  await shopOf(rest, instance).captured(10_000_000)
})
afterAll(() => instance.close())

it('the entry of a reversal names its transfer, whose timeline shows how much was reversed', async () => {
  const who = (await rest.post('/v1/customers', { name: 'Holder', contact: '+919876540001' })).body
  const { id } = (await rest.post('/v1/transfers', { customer_id: who.id, amount: 9000, currency: 'INR' }))
    .body
  expect((await rest.post(`/v1/transfers/${id}/reversals`, { amount: 4000 })).status).toBe(201)
  const { items } = await instance.run(getStatementDetails, { id: who.id })
  expect(items.map(({ source, transfer_id }) => [source.split('_')[0], transfer_id])).toEqual([
    ['rvrsl', id],
    ['trf', null],
  ])
  const timeline = await instance.run(fetchTransferTimeline, { id })
  expect(timeline.items.map(({ what, changes }) => [what, changes])).toContainEqual([
    'reverse_transfer',
    { amount_reversed: { by: 4000 } },
  ])
})
