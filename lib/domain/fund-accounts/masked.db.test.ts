import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCustomer } from '#lib/domain/customers/create.ts'
import { createFundAccount } from '#lib/domain/fund-accounts/create.ts'
import { fetchAllFundAccounts, fetchFundAccount, revealFundAccount } from '#lib/domain/fund-accounts/fetch.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'

let instance: Instance
beforeAll(async () => {
  instance = await openInstance()
})
afterAll(() => instance.close())

it.each([
  ['key', '112233445566'],
  ['user', 'XXXX5566'],
  ['client', 'XXXX5566'],
] as const)('a %s gets the account number as %s, from every operation', async (kind, number) => {
  const contact = `+9198765432${kind.length}0`
  const customer = await instance.run(createCustomer, {
    name: 'Asha Rao',
    contact,
    email: `${kind}@example.com`,
  })
  const actor = { ...instance.system, kind }
  const bank_account = { name: 'Asha Rao', ifsc: 'HDFC0000001', account_number: '112233445566' }
  const input = { customer_id: customer.id, account_type: 'bank_account' as const, bank_account }
  const made = await instance.run(createFundAccount, input, undefined, actor)
  const fetched = await instance.run(fetchFundAccount, { id: made.id }, undefined, actor)
  const listed = await instance.run(fetchAllFundAccounts, { customer_id: customer.id }, undefined, actor)
  const numbers = [made, fetched, ...listed.items].map((account) => account.bank_account.account_number)
  expect(numbers).toEqual([number, number, number])
})

it('a number that is revealed stays encrypted in the response that is stored for its key', async () => {
  const contact = '+919876543299'
  const customer = await instance.run(createCustomer, {
    name: 'Asha Rao',
    contact,
    email: 'kept@example.com',
  })
  const bank_account = { name: 'Asha Rao', ifsc: 'HDFC0000001', account_number: '998877665544' }
  const input = { customer_id: customer.id, account_type: 'bank_account' as const, bank_account }
  const { id } = await instance.run(createFundAccount, input)
  const reveal = () => instance.run(revealFundAccount, { id }, 'reveal-once')
  expect((await reveal()).account_number).toBe('998877665544')
  expect((await reveal()).account_number).toBe('998877665544')
  const { rows } = await instance.runtime.query(
    "SELECT * FROM idempotency_keys WHERE key LIKE '%reveal-once'",
    [],
  )
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain('998877665544')
})
