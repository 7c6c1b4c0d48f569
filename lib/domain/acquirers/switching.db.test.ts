import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemActor } from '#lib/auth/system-actor.ts'
import { rotateGatewayCredentials } from '#lib/domain/acquirers/rotate-credentials.ts'
import { SECRET_OVERLAP } from '#lib/domain/acquirers/schema.ts'
import { rotateAcquirerSecret, stopAcquirer, useAcquirer } from '#lib/domain/acquirers/use.ts'
import { createKey } from '#lib/domain/api-keys/create.ts'
import { revokeKey } from '#lib/domain/api-keys/revoke.ts'
import { approveApproval } from '#lib/domain/approvals/decide.ts'
import { runApproval } from '#lib/domain/approvals/run.ts'
import { capturePayment } from '#lib/domain/payments/capture.ts'
import { refundPayment } from '#lib/domain/refunds/create.ts'
import { createUser } from '#lib/domain/users/create.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import { outcomeOf } from '#lib/testing/approvals.ts'
import { type GatewayPair, openGatewayPair } from '#lib/testing/gateway-pair.ts'
import { ROLE_PERMISSIONS, type Role } from '#lib/values/permissions.ts'
import { hmacHex } from '#lib/values/signature.ts'

let pair: GatewayPair
beforeAll(async () => {
  pair = await openGatewayPair()
})
afterAll(async () => {
  expect(await pair.here.violations()).toEqual([])
  expect(await pair.there.violations()).toEqual([])
  await pair.close()
})

/** Another key of the account at the gateway, or of another account there. */
async function keyThere(mode: 'test' | 'live' = 'test') {
  const { there } = pair
  const actor = await systemActor(there.runtime.query, there.merchant.accounts[mode], 'test')
  const { id, secret } = await there.run(createKey, { name: randomUUID() }, undefined, actor, true)
  return { key_id: id, key_secret: secret }
}

const rotate = (credentials: object) => pair.run(rotateGatewayCredentials, { id: pair.id, ...credentials })
const failed = (field: string) => ({ reason: 'acquirer_test_failed', field })

/** Whether an event that is signed with a secret is believed. */
async function isBelieved(secret: string): Promise<boolean> {
  const body = JSON.stringify({
    entity: 'event',
    event: 'order.paid',
    payload: { order: { entity: { id: 'order_1', receipt: 'bop_1' } } },
  })
  const headers = { 'x-razorpay-event-id': randomUUID(), 'x-razorpay-signature': hmacHex(secret, body) }
  const { account } = await pair.live()
  return (await pair.here.runtime.acquirers.notification(account, pair.id, body, headers)) !== null
}

async function secretsOf(): Promise<{ webhook_secret: string }> {
  const { secret_encrypted } = await pair.here.database.prisma.acquirers.findFirstOrThrow()
  return JSON.parse(pair.here.runtime.vault.open(secret_encrypted))
}

async function authorized(amount: number) {
  const begun = await pair.begin(amount)
  await pair.payThere(begun.reference)
  await pair.here.pass(3600)
  expect(await pair.statusHere(begun.id)).toBe('authorized')
  return begun.id
}

describe('the credentials of a gateway account', () => {
  it('are not replaced by a key that nothing shows to be of the same account', async () => {
    await expect(rotate(await keyThere())).rejects.toMatchObject(failed('key_id'))
    await expect(rotate(await keyThere())).rejects.toThrow(/No payment shows yet/)
    // The same key with another webhook secret is of the same account.
    const { key_id, key_secret } = pair.credentials
    await rotate({ key_id, key_secret, webhook_secret: 'the second webhook secret' })
    expect(await isBelieved('the second webhook secret')).toBe(true)
    expect(await isBelieved(pair.credentials.webhook_secret)).toBe(true)
    expect(await isBelieved('another webhook secret')).toBe(false)
    await pair.pass(SECRET_OVERLAP + 1)
    expect(await isBelieved(pair.credentials.webhook_secret)).toBe(false)
    expect(await isBelieved('the second webhook secret')).toBe(true)
  })

  it('are not replaced by a wrong key, or by one of another account', async () => {
    await authorized(11_000)
    const { key_id } = await keyThere()
    await expect(rotate({ key_id, key_secret: 'wrong secret' })).rejects.toMatchObject({
      reason: 'acquirer_test_failed',
    })
    await expect(rotate(await keyThere('live'))).rejects.toMatchObject(failed('key_id'))
    await expect(rotate({ key_id })).rejects.toMatchObject({ field: 'key_secret' })
    await expect(pair.run(rotateAcquirerSecret, { id: pair.id })).rejects.toMatchObject({ field: 'secret' })
    expect((await pair.here.database.prisma.acquirers.findFirstOrThrow()).version).toBe(
      (await pair.live()).account.acquirer?.version,
    )
  })

  it('are replaced while payments are under way, and none of them is lost', async () => {
    const paid = await authorized(12_000)
    const open = await pair.begin(13_000)
    const { account } = await pair.live()
    const before = await pair.here.runtime.acquirers.payer(account, pair.id, {
      reference: open.reference,
      language: 'en',
    })
    expect(before.text).toContain(pair.there.key.id)

    const other = await keyThere()
    const { webhook_secret } = await secretsOf()
    expect(await rotate(other)).toMatchObject({
      state: 'active',
      previous_secret_until: pair.here.now() + SECRET_OVERLAP,
    })
    // The payer comes back with a signature that was made with the key before.
    const there = await pair.payThere(open.reference)
    const returned = {
      razorpay_order_id: there.service_order_id,
      razorpay_payment_id: there.id,
      razorpay_signature: there.service_signature ?? '',
    }
    const reply = await pair.here.runtime.acquirers.payer((await pair.live()).account, pair.id, {
      reference: open.reference,
      returned,
      language: 'en',
    })
    expect(reply).toMatchObject({ status: 303, forged: false })
    expect(reply.headers.location).toContain('signature=')
    await pair.there.run(revokeKey, { id: pair.there.key.id }, undefined, pair.there.system, true)
    await pair.here.pass(3600)
    expect(await pair.statusHere(open.id)).toBe('authorized')
    for (const [id, amount] of [[paid, 12_000] as const, [open.id, 13_000] as const])
      await pair.run(capturePayment, { id, amount })
    await pair.run(refundPayment, { id: paid, amount: 2000 })
    await pair.pass(3600)
    expect(await pair.statusHere(paid)).toBe('captured')
    expect((await secretsOf()).webhook_secret).toBe(webhook_secret)
  })

  it('of two rotations at the same time both end, and the account is still reached', async () => {
    const [one, other] = [await keyThere(), await keyThere()]
    await Promise.all([rotate(one), rotate(other)])
    await authorized(14_000)
  })
})

describe('an acquirer that is used no longer', () => {
  it('takes no new payments, and finishes what is under way', async () => {
    const paid = await authorized(15_000)
    const open = await pair.begin(16_000)
    expect(await pair.run(stopAcquirer, { id: pair.id })).toMatchObject({ state: 'retired' })
    expect(await pair.run(stopAcquirer, { id: pair.id })).toMatchObject({ state: 'retired' })
    expect((await pair.live()).account.acquirer).toBeNull()
    await expect(pair.begin(17_000)).rejects.toMatchObject({ reason: 'acquirer_not_configured' })
    await pair.run(capturePayment, { id: paid, amount: 15_000 })
    await pair.payThere(open.reference)
    await pair.run(refundPayment, { id: paid, amount: 15_000 })
    await pair.pass(3600)
    expect(await pair.statusHere(paid)).toBe('refunded')
    expect(await pair.statusHere(open.id)).toBe('authorized')
    await pair.run(useAcquirer, { id: pair.id })
    expect(await pair.begin(18_000)).toMatchObject({ reference: expect.any(String) })
  })
})

describe('where the merchant has two people', () => {
  async function person(role: Role): Promise<Actor> {
    const { here } = pair
    const email = `${role}@shop.example`
    const { id } = await here.database.prisma.$transaction((tables) =>
      createUser(
        tables,
        { email, name: role, password: '-', merchant_id: here.merchant.id, role },
        '-',
        here.now() * 1000,
      ),
    )
    const { account } = await pair.live()
    return { kind: 'user', id, name: email, account, permissions: new Set(ROLE_PERMISSIONS[role]) }
  }

  it('both changes take both, and a key that waits is kept encrypted', async () => {
    const [admin, owner] = [await person('admin'), await person('owner')]
    const other = await keyThere()
    const approve = async (waiting: { metadata?: Record<string, string> }) => {
      const approval = waiting.metadata?.approval_id ?? ''
      await pair.run(approveApproval, { id: approval }, owner)
      await runApproval(pair.here.runtime, owner.account.id, approval)
      return pair.here.database.prisma.approvals.findFirstOrThrow({ where: { id: approval } })
    }
    const wanted = { id: pair.id, ...other }
    expect((await outcomeOf(pair.run(rotateGatewayCredentials, wanted, admin))).reason).toBe(
      'approval_reason_required',
    )
    const reason = 'The key is a year old.'
    const waiting = await outcomeOf(pair.run(rotateGatewayCredentials, { ...wanted, reason }, admin))
    expect(waiting.reason).toBe('waiting_for_approval')
    const { version } = await pair.here.database.prisma.acquirers.findFirstOrThrow()
    const stored = JSON.stringify(await pair.here.database.prisma.approvals.findMany(), (_, value) =>
      typeof value === 'bigint' ? 0 : value,
    )
    expect(stored).not.toContain(other.key_secret)
    expect(stored).toContain(other.key_id)
    expect(await approve(waiting)).toMatchObject({ status: 'approved', error: null })
    const after = await pair.here.database.prisma.acquirers.findFirstOrThrow()
    expect(after.version).toBe(version + 1)
    expect(pair.here.runtime.vault.open(after.secret_encrypted)).toContain(other.key_secret)

    const stopping = await outcomeOf(pair.run(stopAcquirer, { id: pair.id, reason }, admin))
    expect(stopping.reason).toBe('waiting_for_approval')
    expect((await pair.live()).account.acquirer).not.toBeNull()
    await approve(stopping)
    expect((await pair.live()).account.acquirer).toBeNull()
  })
})
