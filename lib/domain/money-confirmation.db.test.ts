import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemActor } from '#lib/auth/system-actor.ts'
import { operations } from '#lib/domain/operations.ts'
import { settleNow } from '#lib/domain/settlements/settle.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import { type ApprovalInstance, openApprovalInstance, outcomeOf } from '#lib/testing/approvals.ts'
import { newId } from '#lib/values/id.ts'
import { ROLES } from '#lib/values/permissions.ts'

/** What starts many of them at once, and what changes where they go. */
const ALSO = [
  'start_refund_batch',
  'start_capture_batch',
  'resume_refund_batch',
  'resume_capture_batch',
  'create_fund_account',
  'update_fund_account',
  'update_payment_settings',
  'update_settlement_settings',
]
const MONEY = operations.filter(({ name, movesMoney }) => movesMoney || ALSO.includes(name))

let shop: ApprovalInstance
let live: Actor['account']
beforeAll(async () => {
  shop = await openApprovalInstance()
  const { instance } = shop
  live = (await systemActor(instance.runtime.query, instance.merchant.accounts.live, 'test')).account
})
afterAll(() => shop.instance.close())

async function reasonOf(operation: (typeof MONEY)[number], actor: Actor, confirmed: boolean) {
  const { runtime } = shop.instance
  const meta = { requestId: newId('request', runtime.clock()), confirmed }
  return (await outcomeOf(execute(runtime, operation, actor, {}, meta))).reason
}

describe('what moves money', () => {
  it('asks every person for their password in live mode, and in test mode no one', async () => {
    for (const role of ROLES) {
      const person = await shop.person(role)
      for (const operation of MONEY) {
        const allowed = person.permissions.has(operation.permission)
        const reason = (actor: Actor, confirmed = false) => reasonOf(operation, actor, confirmed)
        const named = `${operation.name} as ${role}`
        expect(await reason({ ...person, account: live }), named).toBe(
          allowed ? 'password_required' : 'permission_denied',
        )
        expect(await reason({ ...person, account: live }, true), named).not.toBe('password_required')
        expect(await reason(person), named).not.toBe('password_required')
      }
    }
  })

  it('settles at once in test mode alone, so that live mode has nothing to ask for', async () => {
    const owner = { ...(await shop.person('owner')), account: live }
    for (const confirmed of [false, true])
      expect(await reasonOf(settleNow, owner, confirmed)).toBe('test_mode_only')
  })

  it('asks no API key, app or job, and no request that was approved', async () => {
    const person = { ...(await shop.person()), account: live }
    const others: Actor[] = [
      { ...person, kind: 'key' },
      { ...person, kind: 'system' },
      { ...person, batch: newId('batch', 1) },
    ]
    for (const actor of others)
      for (const operation of MONEY)
        expect(await reasonOf(operation, actor, false), operation.name).not.toBe('password_required')
  })
})
