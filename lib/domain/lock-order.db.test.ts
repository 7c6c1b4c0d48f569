import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { finishAccountExport, requestAccountExport } from '#lib/domain/account-exports/request.ts'
import { checkRefundBatch } from '#lib/domain/batches/check.ts'
import { startRefundBatch } from '#lib/domain/batches/start.ts'
import { createClient } from '#lib/domain/clients/create.ts'
import { deleteClient } from '#lib/domain/clients/delete.ts'
import { confirmClosure } from '#lib/domain/closures/decide.ts'
import { requestClosure } from '#lib/domain/closures/request.ts'
import { blockClient, unblockClient } from '#lib/domain/connected-apps/block.ts'
import { invitationLink, inviteUser, resendInvitation } from '#lib/domain/invitations/invite.ts'
import { withdrawInvitation } from '#lib/domain/invitations/withdraw.ts'
import { createRefund } from '#lib/domain/refunds/create.ts'
import { createRole } from '#lib/domain/roles/create.ts'
import { deleteRole } from '#lib/domain/roles/delete.ts'
import { updateRole } from '#lib/domain/roles/update.ts'
import { settleNow } from '#lib/domain/settlements/settle.ts'
import { changeRole } from '#lib/domain/users/change-role.ts'
import { disableUser } from '#lib/domain/users/disable.ts'
import { removeUser } from '#lib/domain/users/remove.ts'
import { LOCK_ORDER } from '#lib/pipeline/changes-statement.ts'
import type { Actor, Operation, Runtime } from '#lib/pipeline/operation.ts'
import { type ApprovalInstance, openApprovalInstance } from '#lib/testing/approvals.ts'
import { openInstance } from '#lib/testing/instance.ts'
import { locksOf } from '#lib/testing/locks.ts'
import { ok } from '#lib/testing/wallet-instance.ts'
import { DAY } from '#lib/values/time.ts'

const hoisted = vi.hoisted(() => ({ database: undefined as unknown }))
vi.mock('#lib/database/client.ts', async (original) => ({
  ...(await original<typeof import('#lib/database/client.ts')>()),
  database: () => hoisted.database,
}))

/** The numbered list of ARCHITECTURE.md. Tables that are not in it are locked alone, or their rows are new. */
const ORDER = orderIn(readFileSync('ARCHITECTURE.md', 'utf8'))

function orderIn(page: string): string[] {
  const locks = page.split('### Locks')[1]?.split('\n#')[0] ?? ''
  return (locks.match(/^\d+\. .*$/gm) ?? []).flatMap((line) =>
    [...line.matchAll(/`(\w+)`/g)].map(([, table]) => table ?? ''),
  )
}

let instance: ApprovalInstance
beforeAll(async () => {
  instance = await openApprovalInstance()
  hoisted.database = instance.instance.database
})
afterAll(() => instance.instance.close())

/** A second merchant, with people of its own. */
async function merchantBeside() {
  const { url, database } = instance.instance
  const other = await openInstance({ beside: { url, database } })
  async function person(): Promise<Actor> {
    const actor = await instance.person()
    const data = { merchant_id: other.merchant.id }
    await database.prisma.memberships.updateMany({ where: { user_id: actor.id }, data })
    return { ...actor, account: other.actor.account }
  }
  return { person }
}

async function money() {
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
  const account = await instance.fundAccount(holder)
  await instance.instance.pass(DAY + 1)
  ok(await instance.payOut(holder, account))
  await instance.instance.pass(60)
  await instance.instance.run(settleNow, {}, undefined, instance.instance.system)
  await instance.instance.pass(60)
  const later = await shop.captured(50_000)
  const rows = [{ payment_id: later.id, amount: 1000 }]
  const batch = await as(owner)(checkRefundBatch, { rows, reason: 'Goods returned' })
  await as(owner)(startRefundBatch, { id: batch.id, count: 1, total: 1000 })
  await instance.instance.pass(60)
  await as(owner)(blockClient, { client_id: `client-${program.id}` })
  const redirect_uris = ['https://client.example/back']
  const client = await as(owner)(createClient, { name: 'Ledger', redirect_uris, auth_method: 'none' })
  await as(owner)(deleteClient, { id: client.id, typed_name: 'Ledger' })
  await instance.thresholds(null)
  await as(owner)(unblockClient, { client_id: `client-${program.id}` })
}

const as = (actor: Actor) => async (operation: Operation, input: object) =>
  (await instance.instance.run(operation, input, undefined, actor, true)) as { id: string }

async function team() {
  const { runtime, now, system, merchant, database } = instance.instance
  const { acceptAsNew, acceptAsSelf } = await import('#lib/auth/invitation.ts')
  const global = globalThis as { counterfoilRuntime?: Runtime }
  global.counterfoilRuntime = { ...runtime, clock: () => now() * 1000 }
  const owner = as(await instance.person())
  const role = await owner(createRole, { name: 'Night team', permissions: ['orders:read'] })
  await owner(updateRole, { id: role.id, name: 'Night desk', permissions: ['orders:read', 'bills:read'] })
  const invite = (email: string) => owner(inviteUser, { email, name: 'Asha Rao', role: role.id })
  const tokenOf = ({ id }: { id: string }) => invitationLink(runtime, id).split('/').at(-1) ?? ''
  const first = await invite('first@example.com')
  const accepted = await owner(resendInvitation, { id: first.id })
  const from = { ip: '192.0.2.1', userAgent: 'Test' }
  const self = { name: 'Asha Rao', password: 'a good password' }
  expect(await acceptAsNew(tokenOf(accepted), self, from)).not.toBeNull()
  const known = await (await merchantBeside()).person()
  const joined = await acceptAsSelf(
    tokenOf(await invite(known.name)),
    { id: known.id, email: known.name },
    null,
  )
  expect(joined).toBe(merchant.id)
  await owner(changeRole, { id: known.id, role: 'viewer' })
  await owner(withdrawInvitation, { id: (await invite('second@example.com')).id })
  await invite('third@example.com')
  await owner(deleteRole, { id: role.id, replace_with: 'viewer' })
  const leaving = await instance.person()
  await database.prisma.api_keys.updateMany({ data: { created_by: `user:${leaving.name}` } })
  await as(leaving)(inviteUser, { email: 'fourth@example.com', name: 'Ravi', role: 'viewer' })
  await owner(removeUser, { email: leaving.name, revoke_keys: true })
  await as(system)(disableUser, { email: (await instance.person()).name })
  const file = await owner(requestAccountExport, {})
  await database.prisma.account_exports.updateMany({ data: { status: 'running', leased_by: 'w' } })
  await as(system)(finishAccountExport, {
    id: file.id,
    worker: 'w',
    outcome: { status: 'failed', error: 'Test.' },
  })
}

async function closure() {
  const { person } = await merchantBeside()
  const [first, second] = [await person(), await person()]
  await as(first)(inviteUser, { email: 'never@example.com', name: 'Ravi', role: 'viewer' })
  await instance.program(first, { perCall: 1000, perDay: 1000 })
  const typed_name = 'Test Stores'
  const { id } = await as(first)(requestClosure, { typed_name })
  expect(await as(second)(confirmClosure, { id, typed_name })).toMatchObject({ status: 'closed' })
}

it('is that of the statements that write changes, too', () => {
  expect(ORDER.filter((table) => LOCK_ORDER.includes(table))).toEqual(LOCK_ORDER)
})

it('is the same in every transaction that moves money, changes the team or ends access', async () => {
  const locks = await locksOf(async () => {
    await money()
    await team()
    await closure()
  })
  const known = locks.map((tables) => tables.filter((table) => ORDER.includes(table)))
  const visited = new Set(known.flat())
  expect(ORDER.filter((table) => !visited.has(table))).toEqual([])
  for (const tables of known)
    expect(tables).toEqual([...tables].sort((left, right) => ORDER.indexOf(left) - ORDER.indexOf(right)))
})
