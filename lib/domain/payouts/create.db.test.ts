import { afterAll, beforeAll, expect, it } from 'vitest'
import { fetchAttention } from '#lib/domain/overview/attention.ts'
import { execute } from '#lib/pipeline/execute.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { openRest, type Rest } from '#lib/testing/rest.ts'
import { type Body, shopOf } from '#lib/testing/shop.ts'
import { newId } from '#lib/values/id.ts'
import { DAY, dayAfter } from '#lib/values/time.ts'
import { preparePayout } from './create.ts'

let instance: Instance
let rest: Rest
beforeAll(async () => {
  instance = await openInstance()
  rest = await openRest(instance)
  await shopOf(rest, instance).captured(1_000_000)
})
afterAll(() => instance.close())

async function made(path: string, body: object): Promise<Body> {
  const response = await rest.post(path, body)
  expect(response.status, response.text).toBe(201)
  return response.body
}
const customer = (number: number) =>
  made('/v1/customers', {
    name: 'Wallet Holder',
    email: `prepare${number}@example.com`,
    contact: `+9198765432${number}`,
  })
const account = (customer_id: string, account_number: string) =>
  made('/v1/fund_accounts', {
    customer_id,
    account_type: 'bank_account',
    bank_account: { name: 'Wallet Holder', ifsc: 'HDFC0000001', account_number },
  })

it('says what a payout would cost, and names the active accounts of this customer alone', async () => {
  const who = await customer(10)
  const before = await instance.run(preparePayout, { customer: who.id })
  expect(before).toEqual({
    customer_id: who.id,
    currency: 'INR',
    balance: 0,
    fees: 500,
    tax: 90,
    default_narration: 'Test Stores',
    accounts: [],
  })
  await made('/v1/transfers', { customer_id: who.id, amount: 100_000, currency: 'INR' })
  const first = await account(who.id, '50100012341111')
  const second = await account(who.id, '50100012342222')
  await account((await customer(11)).id, '50100012343333')
  await rest.patch(`/v1/fund_accounts/${first.id}`, { active: 'false' })
  const after = await instance.run(preparePayout, { customer: who.id })
  expect(after.balance).toBe(100_000)
  expect(after.accounts.map(({ id, number_last4 }) => [id, number_last4])).toEqual([[second.id, '2222']])
  expect(JSON.stringify(after)).not.toContain('50100012342222')
  // What it says is what is taken.
  const payout = await made(`/v1/customers/${who.id}/payouts`, {
    fund_account_id: second.id,
    amount: 40_000,
    currency: 'INR',
    purpose: 'payout',
  })
  expect([payout.fees, payout.tax]).toEqual([after.fees, after.tax])
  const left = await instance.run(preparePayout, { customer: who.id })
  expect(left.balance).toBe(100_000 - 40_000 - after.fees - after.tax)
})

it('knows no customer of another account', async () => {
  await expect(instance.run(preparePayout, { customer: 'cust_NfLw3gQ81xRt0a' })).rejects.toMatchObject({
    reason: 'record_not_found',
  })
})

it('a payout that comes back needs attention on seven days, as the list counts them', async () => {
  const who = await customer(12)
  await made('/v1/transfers', { customer_id: who.id, amount: 100_000, currency: 'INR' })
  const closed = await account(who.id, '50100012344000')
  await made(`/v1/customers/${who.id}/payouts`, {
    fund_account_id: closed.id,
    amount: 30_000,
    currency: 'INR',
    purpose: 'payout',
  })
  expect((await instance.run(fetchAttention, {})).reversed).toEqual({ count: 0, amount: 0n })
  await instance.pass(DAY)
  expect((await instance.run(fetchAttention, {})).reversed).toEqual({ count: 1, amount: 30_000n })
  // The seventh day ends at midnight where the reader is, and the list of the last seven days begins there.
  const created = instance.now() - DAY
  for (const zone of ['Asia/Kolkata', 'America/New_York']) {
    const countedAt = async (seconds: number) => {
      const runtime = { ...instance.runtime, clock: () => seconds * 1000 }
      const meta = { requestId: newId('request', seconds * 1000) }
      return (await execute(runtime, fetchAttention, instance.actor, { zone }, meta)).value.reversed.count
    }
    const after = dayAfter(created, 7, zone)
    expect(await countedAt(after - 1), zone).toBe(1)
    expect(await countedAt(after), zone).toBe(0)
  }
  await instance.pass(7 * DAY)
  expect((await instance.run(fetchAttention, {})).reversed).toEqual({ count: 0, amount: 0n })
})
