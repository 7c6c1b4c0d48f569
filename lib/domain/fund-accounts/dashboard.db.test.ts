import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCustomer } from '#lib/domain/customers/create.ts'
import { revealFundAccount, updateFundAccount } from '#lib/domain/fund-accounts/fetch.ts'
import { preparePayout } from '#lib/domain/payouts/create.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { ROLE_PERMISSIONS, ROLES, type Role } from '#lib/values/permissions.ts'
import { createFundAccount } from './create.ts'
import { listFundAccountsForDashboard } from './list.ts'

const NUMBER = '50100012349876'
let instance: Instance
let customer_id: string
beforeAll(async () => {
  instance = await openInstance()
  const who = { name: 'Holder', email: 'holder@example.com', contact: '+919876543210' }
  customer_id = (await instance.run(createCustomer, who)).id
})
afterAll(() => instance.close())

const added = (account_number: string) =>
  instance.run(createFundAccount, {
    customer_id,
    account_type: 'bank_account',
    bank_account: { name: 'Holder', ifsc: 'HDFC0000001', account_number },
  })
const staff = (role: Role): Actor => ({
  ...instance.system,
  kind: 'user',
  id: `usr_${role}`,
  name: `${role}@example.com`,
  permissions: new Set(ROLE_PERMISSIONS[role]),
})

it('the list finds one by its id, and those that are active', async () => {
  const first = await added(NUMBER)
  const second = await added('50100012341234')
  await instance.run(updateFundAccount, { id: first.id, active: false })
  const found = async (filter: object) =>
    (await instance.run(listFundAccountsForDashboard, filter, undefined, staff('finance'))).items.map(
      ({ id }) => id,
    )
  expect(await found({ id: first.id })).toEqual([first.id])
  expect(await found({ active: true })).toEqual([second.id])
  expect(await found({ customer: customer_id })).toEqual([second.id, first.id])
})

it('the whole number is shown with the permission, and the viewer is logged without it', async () => {
  const { id } = await added(NUMBER)
  const found = await instance.run(revealFundAccount, { id }, undefined, staff('finance'))
  expect(found).toEqual({ id, account_number: NUMBER })
  const { rows } = await instance.runtime.query(
    `SELECT actor_name, object_id, details FROM audit_lines WHERE account_id = $1 AND action = 'reveal_fund_account'`,
    [instance.merchant.accounts.test],
  )
  expect(rows).toEqual([expect.objectContaining({ actor_name: 'finance@example.com', object_id: id })])
  expect(JSON.stringify(rows)).not.toContain(NUMBER)
})

it('the number is denied without the permission, and nothing is logged as seen', async () => {
  const { id } = await added(NUMBER)
  const count = async () =>
    (await instance.runtime.query(`SELECT 1 FROM audit_lines WHERE action = 'reveal_fund_account'`, [])).rows
      .length
  const before = await count()
  await expect(instance.run(revealFundAccount, { id }, undefined, staff('support'))).rejects.toMatchObject({
    reason: 'permission_denied',
  })
  expect(await count()).toBe(before)
})

it.each(ROLES)('%s sees the list exactly when the role matrix says so', async (role) => {
  const list = instance.run(listFundAccountsForDashboard, {}, undefined, staff(role))
  if (ROLE_PERMISSIONS[role].includes('fund_accounts:read'))
    expect((await list).items.length).toBeGreaterThan(0)
  else await expect(list).rejects.toMatchObject({ reason: 'permission_denied' })
})

it('a payout is prepared only for who may see the fund accounts that it offers', async () => {
  const prepared = { customer: customer_id }
  await expect(instance.run(preparePayout, prepared, undefined, staff('viewer'))).rejects.toMatchObject({
    reason: 'permission_denied',
  })
  const { accounts } = await instance.run(preparePayout, prepared, undefined, staff('finance'))
  expect(accounts.length).toBeGreaterThan(0)
})
