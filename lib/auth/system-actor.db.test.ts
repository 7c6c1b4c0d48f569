import { afterAll, beforeAll, expect, it } from 'vitest'
import { readOf } from '#lib/pipeline/reader.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { tripsOf } from '#lib/testing/trips.ts'
import { systemActor, systemActors, systemActorWith } from './system-actor.ts'

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

it('the platform is read with what its operation reads first, by one statement, and what is read again is new', async () => {
  const { query, reader } = instance.runtime
  const { live } = instance.merchant.accounts
  const parts = {
    account: { sql: 'SELECT id, payout_fee FROM accounts WHERE id = ?', values: [live] },
    none: { sql: 'SELECT id FROM accounts WHERE id = ?', values: ['acc_none'] },
  }
  const other = readOf({ account: { ...parts.account, values: [instance.merchant.accounts.test] } })
  // The first read opens a connection.
  await reader.read(other)
  const first = await tripsOf(async () => {
    const { actor, reader: prefetched } = await systemActorWith(reader, live, 'refunds', parts)
    return { actor, prefetched, row: await prefetched.read(readOf(parts)) }
  })
  expect(first.trips).toBe(1)
  const { actor, prefetched, row } = first.value
  expect(actor).toEqual(await systemActor(query, live, 'refunds'))
  expect(row).toEqual({ account: { id: live, payout_fee: actor.account.payout_fee }, none: null })

  expect(await prefetched.read(other)).toMatchObject({ account: { id: instance.merchant.accounts.test } })
  await query('UPDATE accounts SET payout_fee = payout_fee + 1 WHERE id = $1', [live])
  expect(await prefetched.read(readOf(parts))).toMatchObject({
    account: { payout_fee: actor.account.payout_fee + 1 },
  })
  await expect(systemActorWith(reader, 'acc_none', 'refunds', parts)).rejects.toThrow(
    'There is no account acc_none.',
  )
})
