import { afterAll, beforeAll, expect, it } from 'vitest'
import { linkHolder } from '#lib/auth/link-holder.ts'
import { createOrder } from '#lib/domain/orders/create.ts'
import { type Desk, openDesk } from '#lib/testing/desk.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

it('a link acts in the account of its record, with the permissions of its kind alone', async () => {
  const { id } = await desk.run(createOrder, { amount: 5_000, currency: 'INR' })
  const payer = await linkHolder(desk.runtime.query, 'order', id)
  expect(payer).toEqual({
    kind: 'payer',
    id,
    name: 'Payer',
    account: desk.actor.account,
    permissions: new Set(['orders:read', 'payments:create']),
  })
})

it.each(['order', 'bill', 'statement'] as const)('an unknown link of a %s is nobody’s', async (kind) => {
  expect(await linkHolder(desk.runtime.query, kind, 'unknown00000000000000')).toBeNull()
})
