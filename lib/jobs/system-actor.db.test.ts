import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemActor, systemActors } from '#lib/jobs/system-actor.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { tripsOf } from '#lib/testing/trips.ts'

let instance: Instance
beforeAll(async () => {
  instance = await openInstance()
})
afterAll(() => instance.close())

it('the platform in several accounts is read with one statement, and left out where there is no account', async () => {
  const { query } = instance.runtime
  const { test, live } = instance.merchant.accounts
  const { value, trips } = await tripsOf(() => systemActors(query, [test, live, 'acc_none'], 'webhooks'))
  expect(trips).toBe(1)
  expect([...value.keys()].sort()).toEqual([test, live].sort())
  expect(value.get(live)).toEqual(await systemActor(query, live, 'webhooks'))
  expect(value.get(test)?.account.mode).toBe('test')
  await expect(systemActor(query, 'acc_none', 'webhooks')).rejects.toThrow('There is no account acc_none.')
})
