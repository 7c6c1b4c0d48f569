import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { openRest, type Rest } from '#lib/testing/rest.ts'
import { type Body, shopOf } from '#lib/testing/shop.ts'
import { advancePayout, processPayout } from './process.ts'

let instance: Instance
let rest: Rest
let who: Body
beforeAll(async () => {
  instance = await openInstance()
  rest = await openRest(instance)
  await shopOf(rest, instance).captured(10_000_000)
  who = (await rest.post('/v1/customers', { name: 'Holder', contact: '+919876541234' })).body
  await rest.post('/v1/transfers', { customer_id: who.id, amount: 1_000_000, currency: 'INR' })
})
afterAll(() => instance.close())
afterEach(async () => expect(await instance.violations()).toEqual([]))

async function payout(account_number = '501000123411'): Promise<Body> {
  const bank_account = { name: 'Holder', ifsc: 'HDFC0000001', account_number }
  const account = (
    await rest.post('/v1/fund_accounts', { customer_id: who.id, account_type: 'bank_account', bank_account })
  ).body
  const body = { fund_account_id: account.id, amount: 10_000, currency: 'INR', purpose: 'payout' }
  return (await rest.post(`/v1/customers/${who.id}/payouts`, body)).body
}
const balance = async () => (await rest.get(`/v1/customers/${who.id}/balance`)).body.balance
const advance = (of: Body, to: 'processed' | 'reversed') => instance.run(advancePayout, { id: of.id, to })

it('ends as was asked, whatever the account, and the bank says the same ever after', async () => {
  const before = await balance()
  const [arrives, returns] = [await payout('501000123000'), await payout()]
  expect(await advance(arrives, 'processed')).toMatchObject({
    status: 'processed',
    utr: expect.stringMatching(/^[A-Z0-9]{22}$/),
  })
  expect(await advance(returns, 'reversed')).toMatchObject({ status: 'reversed', utr: null })
  expect(await balance()).toBe(before - 10_590)
  await instance.pass(300)
  for (const { id } of [arrives, returns])
    await instance.run(processPayout, { id }, undefined, instance.system)
  expect(await balance()).toBe(before - 10_590)
  expect((await rest.get(`/v1/payouts/${arrives.id}`)).body.status).toBe('processed')
  expect(await shopOf(rest, instance).lines(arrives.id)).toContainEqual(
    expect.objectContaining({
      action: 'advance_payout',
      details: expect.objectContaining({ by_hand: true, to: 'processed', after: { status: 'processed' } }),
    }),
  )
})

it('ends once, however many decide at once and beside the job', async () => {
  const before = await balance()
  const one = await payout()
  const range = await Promise.allSettled([
    advance(one, 'reversed'),
    advance(one, 'processed'),
    advance(one, 'reversed'),
    instance.run(processPayout, { id: one.id }, undefined, instance.system),
  ])
  expect(range.some(({ status }) => status === 'fulfilled')).toBe(true)
  const { status } = (await rest.get(`/v1/payouts/${one.id}`)).body
  expect(await balance()).toBe(status === 'reversed' ? before : before - 10_590)
  await expect(advance(one, 'reversed')).rejects.toMatchObject({ reason: 'payout_not_processing' })
})

it('leaves its line where the job records what the person decided', async () => {
  const one = await payout()
  const bank = instance.runtime.acquirer(instance.actor.account)
  const decide = bank.decidePayout
  bank.decidePayout = async (request, end) => {
    const response = decide ? await decide(request, end) : { outcome: 'pending' as const }
    await instance.run(processPayout, { id: one.id }, undefined, instance.system)
    return response
  }
  try {
    expect(await advance(one, 'processed')).toMatchObject({ status: 'processed' })
  } finally {
    bank.decidePayout = decide
  }
  const lines = (await shopOf(rest, instance).lines(one.id)).filter(
    ({ action }) => action === 'advance_payout',
  )
  expect(lines.map(({ details }) => details)).toEqual([{ by_hand: true, to: 'processed' }])
})

it('is for test mode, for payouts that there are, and for who may pay out', async () => {
  const one = await payout()
  const as = (more: object) =>
    instance.run(advancePayout, { id: one.id, to: 'reversed' }, undefined, { ...instance.actor, ...more })
  const live = { ...instance.actor.account, mode: 'live' as const }
  await expect(as({ account: live })).rejects.toMatchObject({ reason: 'test_mode_only' })
  await expect(as({ permissions: new Set(['payouts:read']) })).rejects.toMatchObject({
    reason: 'permission_denied',
  })
  await expect(
    instance.run(advancePayout, { id: 'pout_NfLw3gQ81xRt0a', to: 'reversed' }),
  ).rejects.toMatchObject({
    reason: 'record_not_found',
  })
})
