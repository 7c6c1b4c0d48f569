import { afterAll, beforeAll, expect, it } from 'vitest'
import { blockClient } from '#lib/domain/connected-apps/block.ts'
import { createRefund } from '#lib/domain/refunds/create.ts'
import { disableUser } from '#lib/domain/users/disable.ts'
import { openApprovalInstance } from '#lib/testing/approvals.ts'
import { locksOf } from '#lib/testing/locks.ts'

/** The order in ARCHITECTURE.md. Tables that are not in it are locked alone, or their rows are new. */
const ORDER = [
  ...['users', 'merchants', 'accounts', 'oauth_clients', 'oauth_blocks'],
  ...['orders', 'payments', 'bank_operations', 'refunds', 'transfers', 'payouts'],
  ...['api_keys', 'oauth_grants', 'approvals', 'approval_locks', 'wallets', 'ledger_balances'],
]

let instance: Awaited<ReturnType<typeof openApprovalInstance>>
beforeAll(async () => {
  instance = await openApprovalInstance()
})
afterAll(() => instance.instance.close())

it('is the same in every transaction that moves money or ends access', async () => {
  const locks = await locksOf(async () => {
    const { shop, rest } = instance
    const owner = await instance.person()
    await instance.thresholds(10_000_000)
    await instance.instance.runtime.query('UPDATE api_keys SET refund_day_limit = 10000000', [])
    const payment = await shop.captured(50_000)
    await rest.post(`/v1/payments/${payment.id}/refund`, { amount: 1000 })
    await rest.post('/v1/refunds', { payment_id: payment.id, amount: 1000, speed: 'optimum' })
    const program = await instance.program(owner, { perCall: 100_000, perDay: 100_000 })
    await instance.instance.run(createRefund, { payment_id: payment.id, amount: 1000 }, undefined, program)
    await instance.instance.pass(60)
    const holder = await instance.holder(100_000)
    const transfer = await instance.give(holder.id, 5000)
    await rest.post(`/v1/transfers/${transfer.body.id}/reversals`, { amount: 1000 })
    await rest.post(`/v1/payments/${payment.id}/transfers`, {
      transfers: [{ customer: holder.id, amount: 1000, currency: 'INR' }],
    })
    const order = await shop.order(5000)
    await instance.payFrom(holder, order)
    await instance.payOut(holder, await instance.fundAccount(holder))
    await instance.instance.pass(60)
    await instance.instance.run(blockClient, { client_id: `client-${program.id}` }, undefined, owner)
    await instance.instance.run(
      disableUser,
      { email: (await instance.person()).name },
      undefined,
      instance.instance.system,
    )
  })
  const several = locks
    .map((tables) => tables.filter((table) => ORDER.includes(table)))
    .filter(({ length }) => length > 1)
  const seen = new Set(several.flat())
  for (const table of ['users', 'merchants', 'oauth_grants', 'api_keys', 'approval_locks', 'ledger_balances'])
    expect(seen).toContain(table)
  for (const tables of several)
    expect(tables).toEqual([...tables].sort((left, right) => ORDER.indexOf(left) - ORDER.indexOf(right)))
})
