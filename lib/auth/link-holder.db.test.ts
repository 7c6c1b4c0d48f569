import { afterAll, beforeAll, expect, it } from 'vitest'
import { linkHolder } from '#lib/auth/link-holder.ts'
import { createOrder } from '#lib/domain/orders/create.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'

let instance: Instance
beforeAll(async () => {
  instance = await openInstance()
})
afterAll(() => instance.close())

it('a link acts in the account of its record, with the permissions of its kind alone', async () => {
  const { id } = await instance.run(createOrder, { amount: 5_000, currency: 'INR' })
  const payer = await linkHolder(instance.runtime.query, 'order', id)
  expect(payer).toEqual({
    kind: 'payer',
    id,
    name: 'Payer',
    account: instance.actor.account,
    permissions: new Set(['orders:read', 'payments:create']),
  })
})

it.each(['order', 'bill', 'statement'] as const)('an unknown link of a %s is null', async (kind) => {
  expect(await linkHolder(instance.runtime.query, kind, 'unknown00000000000000')).toBeNull()
})
