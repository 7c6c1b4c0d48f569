import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createKey } from '#lib/domain/api-keys/create.ts'
import { updateKey } from '#lib/domain/api-keys/update.ts'
import { approveApproval, cancelApproval } from '#lib/domain/approvals/decide.ts'
import { getApprovalDetails } from '#lib/domain/approvals/get-details.ts'
import { runApproval } from '#lib/domain/approvals/run.ts'
import { isLooserRequest } from '#lib/domain/approvals/schema.ts'
import { fetchApprovalThresholds, updateApprovalThresholds } from '#lib/domain/approvals/thresholds.ts'
import { blockClient, unblockClient } from '#lib/domain/connected-apps/block.ts'
import { reduceAppScopes } from '#lib/domain/connected-apps/reduce-scopes.ts'
import { updateAppSettings } from '#lib/domain/connected-apps/settings.ts'
import { inviteUser } from '#lib/domain/invitations/invite.ts'
import { updateSecondFactorRoles } from '#lib/domain/merchants/second-factor-roles.ts'
import { refundPayment } from '#lib/domain/refunds/create.ts'
import { createRole } from '#lib/domain/roles/create.ts'
import { deleteRole } from '#lib/domain/roles/delete.ts'
import { GUARDED_PERMISSIONS } from '#lib/domain/roles/schema/role-matrix.ts'
import { updateRole } from '#lib/domain/roles/update.ts'
import { changeRole } from '#lib/domain/users/change-role.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Actor, Operation } from '#lib/pipeline/operation.ts'
import { type ApprovalInstance, openApprovalInstance, outcomeOf } from '#lib/testing/approvals.ts'
import { customRole } from '#lib/testing/custom-role.ts'
import {
  PERMISSIONS,
  type Permission,
  ROLE_GRANTABLE,
  ROLE_PERMISSIONS,
  ROLES,
  type Role,
} from '#lib/values/permissions.ts'
import { randomText } from '#lib/values/random-text.ts'
import { DAY } from '#lib/values/time.ts'

let shop: ApprovalInstance
let admin: Actor
let owner: Actor
beforeAll(async () => {
  shop = await openApprovalInstance()
  admin = await shop.person('admin')
  owner = await shop.person('owner')
})
beforeEach(async () => {
  await shop.thresholds(null)
  await shop.instance.runtime.query('UPDATE api_keys SET approval_above = NULL', [])
  await shop.instance.runtime.query("UPDATE memberships SET role = 'admin' WHERE user_id = $1", [admin.id])
})
afterAll(async () => {
  expect(await shop.instance.violations()).toEqual([])
  await shop.instance.close()
})

type Input = Record<string, unknown>
const REASON = 'Agreed with the accountant.'
/** With a reason, as the forms of limits ask for it. */
const run = (operation: Operation, input: Input, as: Actor) =>
  outcomeOf(
    execute(
      shop.instance.runtime,
      operation,
      as,
      isLooserRequest(operation.name) ? { reason: REASON, ...input } : input,
      {
        requestId: `req_${Math.random()}`,
        confirmed: true,
      },
    ).then(({ value }) => value as Input),
  )
const approved = async (id: string, by: Actor) => {
  const decided = await run(approveApproval, { id }, by)
  if (decided.reason === undefined) await runApproval(shop.instance.runtime, by.account.id, id)
  return decided
}
const one = async (sql: string, ...values: unknown[]) =>
  (await shop.instance.runtime.query(sql, values)).rows[0]
const thresholdsOf = async () => {
  const row = await one(
    'SELECT refund_approval_above, refund_approval_by_role FROM accounts WHERE id = $1',
    admin.account.id,
  )
  return [
    row?.refund_approval_above === null ? null : Number(row?.refund_approval_above),
    row?.refund_approval_by_role,
  ]
}
const refunds = (merchant: number | null, by_role: object = {}) => ({ refunds: { merchant, by_role } })

describe('a threshold', () => {
  it('is set and lowered at once, by one person', async () => {
    expect((await run(updateApprovalThresholds, refunds(5_000), admin)).reason).toBeUndefined()
    expect(
      (await run(updateApprovalThresholds, refunds(4_000, { support: 100 }), admin)).reason,
    ).toBeUndefined()
    expect(await thresholdsOf()).toEqual([4_000, { support: 100 }])
    const payouts = { payouts: { merchant: 900, by_role: {} } }
    expect((await run(updateApprovalThresholds, payouts, admin)).reason).toBeUndefined()
    expect(await thresholdsOf()).toEqual([4_000, { support: 100 }])
    await shop.thresholds(null, {}, 'payouts')
  })

  it.each([
    ['raised', refunds(5_001, { support: 100 })],
    ['removed', refunds(null, { support: 100 })],
    ['raised for a role', refunds(5_000, { support: 101 })],
    ['removed for a role', refunds(5_000)],
    ['raised with another lowered', refunds(4_000, { support: 200 })],
  ])('is %s once, and only when another person approves', async (_, input) => {
    await shop.thresholds(5_000, { support: 100 })
    const pending = await run(updateApprovalThresholds, input, admin)
    const again = await run(updateApprovalThresholds, input, admin)
    const id = pending.metadata?.approval_id ?? ''
    expect([pending.reason, pending.metadata?.cause]).toEqual(['waiting_for_approval', 'looser_limit'])
    expect(again.metadata).toMatchObject({ approval_id: id, already_waiting: 'true' })
    expect(await thresholdsOf()).toEqual([5_000, { support: 100 }])
    expect((await approved(id, admin)).reason).toBe('approval_takes_another')
    // Deciding needs the permission of the operation: finance decides about money, not about limits.
    expect((await approved(id, await shop.person('finance'))).reason).toBe('permission_denied')
    expect((await approved(id, owner)).reason).toBeUndefined()
    const { merchant, by_role } = input.refunds
    expect(await thresholdsOf()).toEqual([merchant, by_role])
    expect((await approved(id, owner)).reason).toBe('approval_decided')
    expect(
      await one(
        "SELECT details FROM audit_lines WHERE action = 'update_approval_thresholds' ORDER BY id DESC LIMIT 1",
      ),
    ).toMatchObject({
      details: { approval_id: id, approved_by: owner.name },
    })
  })

  it('is shown with its amounts before and after', async () => {
    await shop.thresholds(5_000)
    const { metadata } = await run(updateApprovalThresholds, refunds(9_000_000), admin)
    const found = await run(getApprovalDetails, { id: metadata?.approval_id }, owner)
    expect(found.value?.changes).toEqual([
      { label: 'Require approval for refunds above', before: '₹50.00', after: '₹90,000.00' },
    ])
    const mail = await one('SELECT subject, text FROM mails WHERE object_id = $1', metadata?.approval_id)
    expect(mail?.subject).toBe('A limit change needs your approval (test mode)')
    expect(mail?.text).toContain('Require approval for refunds above: ₹50.00 → ₹90,000.00')
    expect(found.value?.request_reason).toBe(REASON)
    expect(mail?.text).toContain(`Reason: ${REASON}`)
  })

  it.each([[''], ['   '], [null], [undefined]])('is not asked for without a reason: %j', async (reason) => {
    await shop.thresholds(5_000)
    const looser = await run(updateApprovalThresholds, { ...refunds(9_000), reason }, admin)
    expect(looser.reason).toBe('approval_reason_required')
    // What takes no second person takes no reason.
    expect((await run(updateApprovalThresholds, { ...refunds(4_000), reason }, admin)).reason).toBeUndefined()
  })

  it('is one of a role of the merchant, too, where the role may move the money', async () => {
    const id = await customRole(shop.instance, owner, ['refunds:write'], `Desk ${Math.random()}`.slice(0, 20))
    expect((await run(updateApprovalThresholds, refunds(null, { [id]: 700 }), admin)).reason).toBeUndefined()
    expect(await thresholdsOf()).toEqual([null, { [id]: 700 }])
    const shown = await run(fetchApprovalThresholds, {}, admin)
    expect(shown.value?.refunds).toMatchObject({ by_role: { [id]: 700 } })
    expect(JSON.stringify(shown.value?.refunds)).toContain(`"id":"${id}"`)
    expect(JSON.stringify(shown.value?.payouts)).not.toContain(id)
    const wrong = { payouts: { merchant: null, by_role: { [id]: 700 } } }
    expect((await run(updateApprovalThresholds, wrong, admin)).reason).toBe('input_validation_failed')
    const pending = await run(updateApprovalThresholds, refunds(null, { [id]: 800 }), admin)
    expect(pending.metadata?.cause).toBe('looser_limit')
    const found = await run(getApprovalDetails, { id: pending.metadata?.approval_id }, owner)
    expect(found.value?.changes).toEqual([
      { label: expect.stringMatching(/^Refunds by Desk [\d.]+ above$/), before: '₹7.00', after: '₹8.00' },
    ])
    // Its people are held by it.
    const { id: payment } = await shop.shop.captured(10_000)
    const person = await shop.person('viewer')
    await shop.instance.runtime.query('UPDATE memberships SET role = $2 WHERE user_id = $1', [person.id, id])
    const desk = { ...person, permissions: new Set<Permission>(['refunds:write']) }
    const refund = await outcomeOf(
      shop.instance.run(refundPayment, { id: payment, amount: 701 }, undefined, desk),
    )
    expect(refund.metadata?.cause).toBe('role_threshold')
  })

  it('stays tightened when it was tightened after a looser one was asked for', async () => {
    await shop.thresholds(5_000)
    const pending = await run(updateApprovalThresholds, refunds(9_000), admin)
    await run(updateApprovalThresholds, refunds(1_000), owner)
    await approved(pending.metadata?.approval_id ?? '', owner)
    expect(await thresholdsOf()).toEqual([1_000, {}])
    expect(await shop.approval(pending.metadata?.approval_id ?? '')).toMatchObject({
      status: 'failed',
      error: { reason: 'approval_changed' },
    })
  })
})

describe('where no one else can approve', () => {
  const alone = async () => {
    await shop.instance.runtime.query(
      "UPDATE memberships SET role = 'support' WHERE user_id <> $1 AND role IN ('owner', 'admin')",
      [owner.id],
    )
    await shop.thresholds(5_000)
    const pending = await run(updateApprovalThresholds, refunds(9_000), owner)
    return pending.metadata?.approval_id ?? ''
  }

  it('a looser limit takes effect after 24 hours, and its requester has a mail until then', async () => {
    const id = await alone()
    const mail = await one('SELECT recipient, subject, text FROM mails WHERE object_id = $1', id)
    expect(mail).toMatchObject({
      recipient: owner.name,
      subject: 'A limit change takes effect in 24 hours (test mode)',
    })
    await shop.instance.pass(DAY - 60)
    expect(await thresholdsOf()).toEqual([5_000, {}])
    await shop.instance.pass(120)
    expect(await thresholdsOf()).toEqual([9_000, {}])
    expect(await shop.approval(id)).toMatchObject({
      status: 'approved',
      decided_by: expect.stringContaining('24-hour'),
    })
  })

  it('it does not when it is withdrawn before', async () => {
    const id = await alone()
    expect((await run(cancelApproval, { id }, owner)).reason).toBeUndefined()
    await shop.instance.pass(DAY + 60)
    expect(await thresholdsOf()).toEqual([5_000, {}])
  })
})

describe('another limit', () => {
  const bounds = {
    name: 'Webshop',
    scopes: ['refunds:write'],
    allowed_addresses: ['203.0.113.0/24'],
    refund_limit: 1_000,
    refund_day_limit: 5_000,
    expires_at: 4_000_000_000,
  }
  const keyWith = async (more: object = {}) =>
    (await shop.instance.run(createKey, { ...bounds, ...more }, undefined, owner)).id

  it.each([
    ['a permission', { scopes: ['refunds:write', 'orders:read'] }],
    ['all permissions', { scopes: [] }],
    ['a network', { allowed_addresses: [] }],
    ['a higher limit', { refund_limit: 2_000 }],
    ['no limit in 24 hours', { refund_day_limit: null }],
    ['no expiry', { expires_at: null }],
    ['a threshold of its own', { approval_above: 90_000 }],
  ])('of a key that moves money takes two people: %s', async (_, change) => {
    const id = await keyWith()
    const input = { id, ...bounds, ...change }
    await shop.thresholds(5_000)
    const pending = await run(updateKey, input, admin)
    expect(pending.metadata?.cause).toBe('looser_limit')
    expect((await run(updateKey, { id, ...bounds, refund_limit: 900 }, admin)).reason).toBeUndefined()
    expect(
      (await run(updateKey, { id, ...bounds, refund_limit: 900, name: 'Shop' }, admin)).reason,
    ).toBeUndefined()
    await approved(pending.metadata?.approval_id ?? '', owner)
    // The setting was tightened meanwhile, so the change is no longer the one that was approved.
    expect((await shop.approval(pending.metadata?.approval_id ?? ''))?.status).toBe('failed')
    const once = await run(updateKey, { ...input, refund_limit: 900, name: 'Shop', ...change }, admin)
    await approved(once.metadata?.approval_id ?? '', owner)
    const key = await one('SELECT * FROM api_keys WHERE id = $1', id)
    for (const [field, value] of Object.entries(change))
      expect(typeof value === 'number' ? Number(key?.[field]) : key?.[field]).toEqual(value)
  })

  it('is no threshold that a key gets in parts: without its money permissions first, and with them again', async () => {
    const id = await keyWith()
    await shop.thresholds(5_000)
    const harmless = { id, ...bounds, scopes: ['orders:read'] }
    const both = await run(updateKey, { ...harmless, approval_above: 90_000 }, admin)
    expect(both.metadata?.cause).toBe('looser_limit')
    expect((await run(updateKey, harmless, admin)).reason).toBeUndefined()
    const later = await run(updateKey, { ...harmless, approval_above: 90_000 }, admin)
    expect(later.metadata?.cause).toBe('looser_limit')
    expect((await one('SELECT approval_above FROM api_keys WHERE id = $1', id))?.approval_above).toBeNull()
  })

  it('of a key that moves no money, or without any threshold, takes one', async () => {
    const id = await keyWith({ scopes: ['orders:read'] })
    const free = { id, ...bounds, scopes: ['orders:read'], allowed_addresses: [] }
    await shop.thresholds(5_000)
    expect((await run(updateKey, free, admin)).reason).toBeUndefined()
    const other = await keyWith()
    await shop.thresholds(null)
    expect((await run(updateKey, { id: other, ...bounds, refund_limit: null }, admin)).reason).toBeUndefined()
  })

  it('of an app is raised above the threshold of its person by two people', async () => {
    await shop.thresholds(null, { admin: 5_000 })
    const app = await shop.program(admin, { perCall: 1_000, perDay: 1_000 })
    const scopes = (await one('SELECT scopes FROM oauth_grants WHERE id = $1', app.id))?.scopes
    const raise = (limit: number) =>
      run(reduceAppScopes, { id: app.id, scopes, limit_per_call: limit, limit_per_day: limit }, admin)
    const limitOf = async () =>
      Number((await one('SELECT limit_per_day FROM oauth_grants WHERE id = $1', app.id))?.limit_per_day)
    expect((await raise(5_000)).reason).toBeUndefined()
    const pending = await raise(5_001)
    expect([pending.metadata?.cause, await limitOf()]).toEqual(['looser_limit', 5_000])
    await approved(pending.metadata?.approval_id ?? '', owner)
    expect(await limitOf()).toBe(5_001)
    expect((await raise(100)).reason).toBeUndefined()
  })

  it('is the policy for connected apps, and a block', async () => {
    await shop.thresholds(5_000)
    const policy = (self_registered: boolean, redirect_hosts: string[]) =>
      run(updateAppSettings, { self_registered, redirect_hosts }, admin)
    expect((await policy(false, ['a.example'])).reason).toBeUndefined()
    expect((await policy(true, ['a.example'])).metadata?.cause).toBe('looser_limit')
    expect((await policy(false, ['a.example', 'b.example'])).metadata?.cause).toBe('looser_limit')
    const pending = await policy(false, [])
    expect(pending.metadata?.cause).toBe('looser_limit')
    await approved(pending.metadata?.approval_id ?? '', owner)
    expect(
      await one('SELECT oauth_redirect_hosts FROM merchants WHERE id = $1', admin.account.merchant_id),
    ).toEqual({
      oauth_redirect_hosts: [],
    })
    const app = await shop.program(admin)
    const client_id = `client-${app.id}`
    expect((await run(blockClient, { client_id }, admin)).reason).toBeUndefined()
    const unblock = await run(unblockClient, { client_id }, admin)
    expect(unblock.metadata?.cause).toBe('looser_limit')
    await approved(unblock.metadata?.approval_id ?? '', owner)
    expect(await one('SELECT 1 FROM oauth_blocks WHERE client_id = $1', client_id)).toBeUndefined()
  })
})

describe('a role of the merchant', () => {
  const make = (permissions: Permission[]) => customRole(shop.instance, owner, permissions)
  const change = (id: string, permissions: Permission[], more: object = {}) =>
    run(updateRole, { id, name: `Changed ${id}`, permissions, ...more }, owner)
  const permissionsOf = async (id: string) =>
    (await one('SELECT permissions FROM roles WHERE id = $1', id))?.permissions

  it('gets what moves money by two people, and anything else by one', async () => {
    const id = await make(['orders:read'])
    await shop.thresholds(5_000)
    expect((await change(id, ['orders:read', 'orders:write'])).reason).toBeUndefined()
    const second = await shop.person('owner')
    const pending = await change(id, ['orders:read', 'refunds:write'])
    expect([pending.reason, pending.metadata?.cause]).toEqual(['waiting_for_approval', 'looser_limit'])
    expect(await permissionsOf(id)).not.toContain('refunds:write')
    const approval_id = pending.metadata?.approval_id ?? ''
    const found = await run(getApprovalDetails, { id: approval_id }, second)
    expect(found.value).toMatchObject({ request_reason: REASON, mine_to_decide: true })
    expect(found.value?.changes).toEqual(
      expect.arrayContaining([
        { label: 'Issue refunds (refunds:write)', before: 'Not allowed', after: 'Allowed' },
        { label: 'Create and change orders (orders:write)', before: 'Allowed', after: 'Not allowed' },
      ]),
    )
    // An admin may decide about limits, and not about the team.
    expect((await approved(approval_id, admin)).reason).toBe('permission_denied')
    expect((await approved(approval_id, owner)).reason).toBe('approval_takes_another')
    expect((await approved(approval_id, second)).reason).toBeUndefined()
    expect(await permissionsOf(id)).toContain('refunds:write')
    expect((await change(id, ['orders:read'])).reason).toBeUndefined()
    expect((await change(id, ['orders:read', 'refunds:write'], { reason: '' })).reason).toBe(
      'approval_reason_required',
    )
  })

  it('is not changed by an approval for what it no longer was', async () => {
    const id = await make(['orders:read'])
    await shop.thresholds(5_000)
    const pending = await change(id, ['orders:read', 'refunds:write'])
    await change(id, ['bills:read'])
    await approved(pending.metadata?.approval_id ?? '', await shop.person('owner'))
    expect(await shop.approval(pending.metadata?.approval_id ?? '')).toMatchObject({
      status: 'failed',
      error: { reason: 'approval_changed' },
    })
    expect(await permissionsOf(id)).not.toContain('refunds:write')
  })

  it('ends with its threshold only by two people, and its people are never held to less by one', async () => {
    const [free, pending] = [await make(['refunds:write']), await make(['refunds:write'])]
    await shop.thresholds(null, { support: 50, [pending]: 100 } as never)
    const person = await shop.person('viewer')
    await shop.instance.runtime.query('UPDATE memberships SET role = $2 WHERE user_id = $1', [
      person.id,
      free,
    ])
    const second = await shop.person('owner')
    // More than the role may do now.
    expect((await run(deleteRole, { id: free, replace_with: 'finance' }, owner)).metadata?.cause).toBe(
      'looser_limit',
    )
    expect((await run(deleteRole, { id: free, replace_with: 'support' }, owner)).reason).toBeUndefined()
    const waiting = await run(deleteRole, { id: pending }, owner)
    expect(waiting.metadata?.cause).toBe('looser_limit')
    expect((await approved(waiting.metadata?.approval_id ?? '', second)).reason).toBeUndefined()
    expect(await one('SELECT 1 FROM roles WHERE id = $1', pending)).toBeUndefined()
    expect(await thresholdsOf()).toEqual([null, { support: 50 }])
  })

  it('is made by one person, since no one has it yet', async () => {
    await shop.thresholds(5_000)
    const input = { name: `New ${Math.random()}`, permissions: ['refunds:write'] }
    expect((await run(createRole, input, owner)).reason).toBeUndefined()
  })

  it('decides like a built-in one with the same permissions', async () => {
    const id = await make(['approvals:write', 'approvals:read', 'business:write'])
    const person = await shop.person('viewer')
    await shop.instance.runtime.query('UPDATE memberships SET role = $2 WHERE user_id = $1', [person.id, id])
    await shop.thresholds(5_000)
    const pending = await run(updateApprovalThresholds, refunds(9_000), admin)
    const mail = await one(
      'SELECT 1 FROM mails WHERE object_id = $1 AND recipient = $2',
      pending.metadata?.approval_id,
      person.name,
    )
    expect(mail).toBeDefined()
    const decider = {
      ...person,
      permissions: new Set<Permission>([
        'approvals:ask',
        'approvals:read',
        'approvals:write',
        'business:write',
      ]),
    }
    expect((await approved(pending.metadata?.approval_id ?? '', decider)).reason).toBeUndefined()
    expect((await thresholdsOf())[0]).toBe(9_000)
  })
})

describe('the role of a person', () => {
  const give = (id: string, role: string, as = owner, more: object = {}) =>
    run(changeRole, { id, role, ...more }, as)
  const invite = (role: string, as: Actor) =>
    run(inviteUser, { email: `${randomText(8)}@example.com`.toLowerCase(), name: 'Ravi', role }, as)
  const guarded = (role: Role) => ROLE_PERMISSIONS[role].filter((each) => GUARDED_PERMISSIONS.includes(each))
  const refundsOf = (role: Role) => ROLE_PERMISSIONS[role].includes('refunds:write')

  it('takes two people for each pair of roles where one loosens the other, and one person for all others', async () => {
    const PRESENT_ROLES: Role[] = ['support', 'admin']
    await shop.person('owner')
    await shop.thresholds(null, { support: 50, admin: 100 })
    await shop.instance.runtime.query("UPDATE merchants SET second_factor_roles = '{finance}'", [])
    for (const before of ROLES)
      for (const given of ROLES.filter((role) => role !== before)) {
        const person = await shop.person(before)
        const gains = guarded(given).some((each) => !guarded(before).includes(each))
        const unheld = PRESENT_ROLES.includes(before) && refundsOf(given) && given !== 'support'
        const unguarded = before === 'finance' && guarded(given).length > 0
        const { reason } = await give(person.id, given)
        const looser = gains || unheld || unguarded
        expect(reason, `${before} to ${given}`).toBe(looser ? 'waiting_for_approval' : undefined)
      }
    await shop.instance.runtime.query("UPDATE merchants SET second_factor_roles = '{}'", [])
  })

  it('is no way around the threshold of the role of who gives it: not by a copy, a built-in role or an invitation', async () => {
    const pending = await shop.person('owner')
    const copy = await customRole(shop.instance, pending, ROLE_GRANTABLE)
    const friend = await shop.person('finance')
    await shop.thresholds(null, { owner: 100, finance: 100 })
    for (const role of [copy, 'admin']) {
      for (const id of [pending.id, friend.id])
        expect((await give(id, role, pending)).reason, role).toBe('waiting_for_approval')
      expect((await invite(role, pending)).reason, role).toBe('permission_denied')
    }
    expect((await invite('finance', pending)).reason).toBeUndefined()
    expect((await invite('viewer', pending)).reason).toBeUndefined()
    await shop.thresholds(null, { owner: 100, finance: 100, [copy]: 100 } as never)
    expect((await invite(copy, pending)).reason).toBeUndefined()
    expect((await give(pending.id, copy, pending)).reason).toBeUndefined()
  })

  it('changes once it is approved by another person who may change the team', async () => {
    const [person, second] = [await shop.person('viewer'), await shop.person('owner')]
    await shop.thresholds(5_000)
    expect((await give(person.id, 'finance', owner, { reason: '' })).reason).toBe('approval_reason_required')
    const id = (await give(person.id, 'finance')).metadata?.approval_id ?? ''
    expect((await approved(id, owner)).reason).toBe('approval_takes_another')
    expect((await approved(id, admin)).reason).toBe('permission_denied')
    expect((await approved(id, second)).reason).toBeUndefined()
    expect(await one('SELECT role FROM memberships WHERE user_id = $1', person.id)).toEqual({
      role: 'finance',
    })
  })
})

describe('the second factor that roles need', () => {
  const require = (roles: string[], as: Actor) => run(updateSecondFactorRoles, { roles }, as)

  it('is decided by owners alone, whatever a role of the merchant may do', async () => {
    const all = await customRole(shop.instance, owner, ROLE_GRANTABLE)
    const granted = { name: 'As owners', permissions: [...PERMISSIONS] }
    expect((await run(createRole, granted, owner)).reason).toBe('input_validation_failed')
    const person = await shop.person('viewer')
    await shop.instance.runtime.query('UPDATE memberships SET role = $2 WHERE user_id = $1', [person.id, all])
    const lead = { ...person, permissions: new Set(ROLE_GRANTABLE) }
    for (const roles of [[], ['finance']])
      expect((await require(roles, lead)).reason).toBe('permission_denied')
    for (const role of ROLES)
      expect((await require([], await shop.person(role))).reason, role).toBe(
        role === 'owner' ? undefined : 'permission_denied',
      )
  })

  it('is required of more roles by one owner, and of fewer by two', async () => {
    const [second, lead] = [await shop.person('owner'), await shop.person('viewer')]
    await shop.thresholds(5_000)
    expect((await require(['finance', 'owner'], owner)).reason).toBeUndefined()
    const pending = await require(['owner', 'support'], owner)
    expect([pending.reason, pending.metadata?.cause]).toEqual(['waiting_for_approval', 'looser_limit'])
    const id = pending.metadata?.approval_id ?? ''
    expect((await run(getApprovalDetails, { id }, second)).value?.changes).toEqual([
      { label: 'Second factor of finance', before: 'Required', after: 'Optional' },
      { label: 'Second factor of support', before: 'Optional', after: 'Required' },
    ])
    const all = { ...lead, permissions: new Set(ROLE_GRANTABLE) }
    for (const other of [admin, all]) expect((await approved(id, other)).reason).toBe('permission_denied')
    expect((await approved(id, owner)).reason).toBe('approval_takes_another')
    expect((await approved(id, second)).reason).toBeUndefined()
    const roles = async () =>
      (await one('SELECT second_factor_roles FROM merchants LIMIT 1'))?.second_factor_roles
    expect(await roles()).toEqual(['owner', 'support'])
    // A role that is replaced by one that does not require it.
    const [required, free] = [
      await customRole(shop.instance, owner, ['refunds:write']),
      await customRole(shop.instance, owner, ['refunds:write']),
    ]
    expect((await require(['owner', 'support', required], owner)).reason).toBeUndefined()
    await shop.instance.runtime.query('UPDATE memberships SET role = $2 WHERE user_id = $1', [
      lead.id,
      required,
    ])
    expect((await run(deleteRole, { id: required, replace_with: free }, owner)).metadata?.cause).toBe(
      'looser_limit',
    )
  })
})
