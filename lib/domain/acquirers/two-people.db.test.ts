import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBank } from '#lib/acquirer/bank.ts'
import { systemActor } from '#lib/auth/system-actor.ts'
import { addAcquirer, testAcquirer } from '#lib/domain/acquirers/add.ts'
import { DIRECT_SENTENCE } from '#lib/domain/acquirers/schema.ts'
import { rotateAcquirerSecret, setDirectCollection, useAcquirer } from '#lib/domain/acquirers/use.ts'
import { approveApproval } from '#lib/domain/approvals/decide.ts'
import { runApproval } from '#lib/domain/approvals/run.ts'
import { createUser } from '#lib/domain/users/create.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import { outcomeOf } from '#lib/testing/approvals.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { ROLE_PERMISSIONS, type Role } from '#lib/values/permissions.ts'

let instance: Instance
let bank: Awaited<ReturnType<typeof startBank>>
let id: string
let admin: () => Promise<Actor>
let owner: () => Promise<Actor>

/** A person of the merchant in live mode. @returns them as they are now, with the acquirer in use */
async function person(role: Role, email: string): Promise<() => Promise<Actor>> {
  const { merchant } = instance
  const user = await instance.database.prisma.$transaction((tables) =>
    createUser(
      tables,
      { email, name: 'A Person', password: '-', merchant_id: merchant.id, role },
      '-',
      instance.now() * 1000,
    ),
  )
  return async () => {
    const { account } = await systemActor(instance.runtime.query, merchant.accounts.live, 'test')
    return { kind: 'user', id: user.id, name: email, account, permissions: new Set(ROLE_PERMISSIONS[role]) }
  }
}

beforeAll(async () => {
  instance = await openInstance({ settings: { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' } })
  bank = await startBank({ port: 0 })
  admin = await person('admin', 'admin@shop.example')
  id = (
    await instance.run(
      addAcquirer,
      { url: bank.url, secret: bank.secrets[0] },
      undefined,
      await admin(),
      true,
    )
  ).id
})
afterAll(async () => {
  await bank.close()
  await instance.runtime.acquirers.close()
  await instance.close()
})

const used = async () => (await admin()).account.acquirer

it('one person alone changes the acquirer at once', async () => {
  await instance.run(useAcquirer, { id }, undefined, await admin(), true)
  expect(await used()).toMatchObject({ id, direct: false })
})

it('two people change it together, also without a threshold', async () => {
  owner = await person('owner', 'owner@shop.example')
  const direct = { id, direct: true, typed_name: DIRECT_SENTENCE }
  const ask = async (reason?: string) =>
    outcomeOf(instance.run(setDirectCollection, { ...direct, reason }, undefined, await admin(), true))
  expect((await ask()).reason).toBe('approval_reason_required')
  const waiting = await ask('Our certificate has come.')
  expect(waiting.reason).toBe('waiting_for_approval')
  expect((await used())?.direct).toBe(false)
  const approval = waiting.metadata?.approval_id ?? ''
  await instance.run(approveApproval, { id: approval }, undefined, await owner(), true)
  await runApproval(instance.runtime, (await owner()).account.id, approval)
  expect((await used())?.direct).toBe(true)
  // Off is stricter, so one person is enough.
  await instance.run(setDirectCollection, { id, direct: false }, undefined, await admin(), true)
  expect((await used())?.direct).toBe(false)
})

it('a secret that waits for approval is kept encrypted', async () => {
  const [secret] = bank.secrets
  const rotation = { id, secret, reason: 'The adapter has moved.' }
  const waiting = await outcomeOf(
    instance.run(rotateAcquirerSecret, rotation, undefined, await admin(), true),
  )
  const approval = waiting.metadata?.approval_id ?? ''
  const rows = await instance.database.prisma.approvals.findMany()
  expect(JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? 0 : value))).not.toContain('whsec_')
  await instance.run(approveApproval, { id: approval }, undefined, await owner(), true)
  await runApproval(instance.runtime, (await owner()).account.id, approval)
  const row = await instance.database.prisma.acquirers.findFirstOrThrow({ where: { id } })
  expect(row.previous_secret_encrypted).not.toBeNull()
  expect((await instance.run(testAcquirer, { id }, undefined, await admin())).state).toBe('active')
})
