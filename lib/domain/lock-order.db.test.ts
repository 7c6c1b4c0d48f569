import { afterAll, beforeAll, expect, it } from 'vitest'
import { blockClient } from '#lib/domain/connected-apps/block.ts'
import { createRefund } from '#lib/domain/refunds/create.ts'
import { disableUser } from '#lib/domain/users/disable.ts'
import { openApprovalDesk } from '#lib/testing/approvals.ts'
import { locksOf } from '#lib/testing/locks.ts'

/** The order of ARCHITECTURE.md. A table that is not in it is locked alone, or its rows are new. */
const ORDER = [
  ...['users', 'merchants', 'accounts', 'oauth_clients', 'oauth_blocks'],
  ...['orders', 'payments', 'bank_operations', 'refunds', 'transfers', 'payouts'],
  ...['api_keys', 'oauth_grants', 'approvals', 'approval_locks', 'wallets', 'ledger_balances'],
]

let desk: Awaited<ReturnType<typeof openApprovalDesk>>
beforeAll(async () => {
  desk = await openApprovalDesk()
})
afterAll(() => desk.desk.close())

it('is the same in every transaction that moves money or ends access', async () => {
  const locks = await locksOf(async () => {
    const { shop, rest } = desk
    const owner = await desk.person()
    await desk.thresholds(10_000_000)
    await desk.desk.runtime.query('UPDATE api_keys SET refund_day_limit = 10000000', [])
    const payment = await shop.captured(50_000)
    await rest.post(`/v1/payments/${payment.id}/refund`, { amount: 1000 })
    await rest.post('/v1/refunds', { payment_id: payment.id, amount: 1000, speed: 'optimum' })
    const program = await desk.program(owner, { perCall: 100_000, perDay: 100_000 })
    await desk.desk.run(createRefund, { payment_id: payment.id, amount: 1000 }, undefined, program)
    await desk.desk.pass(60)
    const holder = await desk.holder(100_000)
    const transfer = await desk.give(holder.id, 5000)
    await rest.post(`/v1/transfers/${transfer.body.id}/reversals`, { amount: 1000 })
    await rest.post(`/v1/payments/${payment.id}/transfers`, {
      transfers: [{ customer: holder.id, amount: 1000, currency: 'INR' }],
    })
    const order = await shop.order(5000)
    await desk.payFrom(holder, order)
    await desk.payOut(holder, await desk.fundAccount(holder))
    await desk.desk.pass(60)
    await desk.desk.run(blockClient, { client_id: `client-${program.id}` }, undefined, owner)
    await desk.desk.run(disableUser, { email: (await desk.person()).name }, undefined, desk.desk.house)
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
