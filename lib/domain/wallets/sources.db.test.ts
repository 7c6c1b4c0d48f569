import { afterAll, beforeAll, expect, it } from 'vitest'
import { fetchTransferTimeline } from '#lib/domain/transfers/view.ts'
import { viewStatement } from '#lib/domain/wallets/view-statement.ts'
import { type Desk, openDesk } from '#lib/testing/desk.ts'
import { openRest, type Rest } from '#lib/testing/rest.ts'
import { shopOf } from '#lib/testing/shop.ts'

let desk: Desk
let rest: Rest
beforeAll(async () => {
  desk = await openDesk()
  rest = await openRest(desk)
  await shopOf(rest, desk).captured(10_000_000)
})
afterAll(() => desk.close())

it('the entry of a reversal names its transfer, whose timeline tells how much was taken back', async () => {
  const who = (await rest.post('/v1/customers', { name: 'Holder', contact: '+919876540001' })).body
  const { id } = (await rest.post('/v1/transfers', { customer_id: who.id, amount: 9000, currency: 'INR' }))
    .body
  expect((await rest.post(`/v1/transfers/${id}/reversals`, { amount: 4000 })).status).toBe(201)
  const { items } = await desk.run(viewStatement, { id: who.id })
  expect(items.map(({ source, transfer_id }) => [source.split('_')[0], transfer_id])).toEqual([
    ['rvrsl', id],
    ['trf', null],
  ])
  const timeline = await desk.run(fetchTransferTimeline, { id })
  expect(timeline.items.map(({ what, changes }) => [what, changes])).toContainEqual([
    'reverse_transfer',
    { amount_reversed: { from: 0, to: 4000 } },
  ])
})
