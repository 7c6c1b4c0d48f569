import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { updateNotifications } from '#lib/domain/notifications/choose.ts'
import type { Notification } from '#lib/domain/notifications/schema.ts'
import { processSettlement } from '#lib/domain/settlements/process.ts'
import { settleNow } from '#lib/domain/settlements/settle.ts'
import { tellOfRecoveredWebhook, warnOfFailingWebhook } from '#lib/domain/webhooks/alert-email.ts'
import { disableWebhook } from '#lib/domain/webhooks/disable.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import { type ApprovalInstance, openApprovalInstance } from '#lib/testing/approvals.ts'
import { customRole } from '#lib/testing/custom-role.ts'
import type { Permission } from '#lib/values/permissions.ts'
import { HOUR } from '#lib/values/time.ts'

let shop: ApprovalInstance
let people: Record<'owner' | 'quiet' | 'finance' | 'support' | 'developer' | 'viewer', Actor>
beforeAll(async () => {
  shop = await openApprovalInstance()
  people = {
    owner: await shop.person('owner'),
    quiet: await shop.person('owner'),
    finance: await shop.person('finance'),
    support: await shop.person('support'),
    developer: await shop.person('developer'),
    viewer: await shop.person('viewer'),
  }
  await shop.instance.run(updateNotifications, { on: ['mention'] }, undefined, people.quiet)
})
afterAll(async () => {
  expect(await shop.instance.violations()).toEqual([])
  await shop.instance.close()
})

/** The roles whose people got an email of a kind, and its subjects. */
async function notified(kind: Notification) {
  const { rows } = await shop.instance.runtime.query<{
    recipient: string
    subject: string
    object_id: string
  }>('SELECT recipient, subject, object_id FROM mails WHERE kind = $1 ORDER BY id', [kind])
  const nameOf = (email: string) =>
    Object.entries(people).find(([, { name }]) => name === email)?.[0] ?? email
  return { to: rows.map(({ recipient }) => nameOf(recipient)).sort(), rows }
}

describe('a refund that the bank could not pay', () => {
  it('is told to those who refund, once an hour', async () => {
    const payment = await shop.shop.captured(50_000)
    const refund = async () => {
      const { body } = await shop.shop.refund(payment, { amount: 1_013 })
      await shop.instance.pass(120)
      return body
    }
    const first = await refund()
    expect((await shop.shop.fetch(first.id)).status).toBe('failed')
    const { to, rows } = await notified('refund_failed')
    expect(to).toEqual(['finance', 'owner', 'support'])
    expect(rows[0]).toMatchObject({
      object_id: first.id,
      subject: 'Refund of ₹10.13 failed (test mode) · Test Stores',
    })
    await refund()
    expect((await notified('refund_failed')).rows).toHaveLength(3)
    await shop.instance.pass(HOUR)
    await refund()
    expect((await notified('refund_failed')).rows).toHaveLength(6)
  })
})

describe('a payout that the bank could not pay', () => {
  it('is told to those who pay out', async () => {
    const holder = await shop.holder(100_000)
    const account = await shop.fundAccount(holder, '12345678000')
    const { body } = await shop.payOut(holder, account)
    await shop.instance.pass(120)
    const { to, rows } = await notified('payout_reversed')
    expect(to).toEqual(['finance', 'owner'])
    expect(rows[0]).toMatchObject({
      object_id: body.id,
      subject: 'Payout of ₹100.00 reversed (test mode) · Test Stores',
    })
  })
})

describe('a settlement that the bank could not pay', () => {
  it('is told to those who look after settlements', async () => {
    const { instance } = shop
    const { id } = await instance.run(settleNow, {}, undefined, people.owner)
    const real = instance.runtime.acquirer
    instance.runtime.acquirer = (account) => ({
      ...real(account),
      settle: async () => ({ outcome: 'reversed', reason: 'The account is closed.' }),
    })
    await instance.run(processSettlement, { id }, undefined, instance.system)
    instance.runtime.acquirer = real
    const { to, rows } = await notified('settlement_failed')
    expect(to).toEqual(['finance', 'owner'])
    expect(rows[0]?.object_id).toBe(id)
  })
})

describe('a webhook that was disabled', () => {
  it('is told to those who look after webhooks, and once to its alert email', async () => {
    const { instance } = shop
    const id = 'whk_NfLw3gQ81xRt0a'
    await instance.runtime.query(
      `INSERT INTO webhook_endpoints (account_id, id, url, events, secret_encrypted, alert_email, failing_since, created_at, updated_at)
       VALUES ($1, $2, 'https://hooks.example/in', '{*}', '', $3, 5, 1, 1)`,
      [instance.actor.account.id, id, people.developer.name],
    )
    await instance.run(disableWebhook, { id, since: 10 }, undefined, instance.system)
    const { to } = await notified('webhook_disabled')
    expect(to).toEqual(['developer', 'owner'])
    await instance.run(disableWebhook, { id, since: 10 }, undefined, instance.system)
    expect((await notified('webhook_disabled')).to).toHaveLength(2)
    // The people who were told, and the alert email, are told that it works again, once.
    const recover = () => instance.run(tellOfRecoveredWebhook, { id }, undefined, instance.system)
    expect(await recover()).toEqual({ told: false })
    await instance.runtime.query(
      'UPDATE webhook_endpoints SET disabled_at = NULL, failing_since = NULL WHERE id = $1',
      [id],
    )
    expect(await recover()).toEqual({ told: true })
    expect((await notified('webhook_recovered')).to).toEqual(['developer', 'owner'])
    expect(await recover()).toEqual({ told: false })
  })
})

describe('a role of the merchant', () => {
  /** A person with a role of these permissions alone. */
  async function personWith(permissions: Permission[]): Promise<Actor> {
    const { instance } = shop
    const role = await customRole(instance, people.owner, permissions)
    const actor = {
      ...(await shop.person('viewer')),
      permissions: new Set<Permission>([...permissions, 'profile:write']),
    }
    await instance.runtime.query('UPDATE memberships SET role = $1 WHERE user_id = $2', [role, actor.id])
    return actor
  }
  const recipients = async (kind: Notification) =>
    (await notified(kind)).rows.map(({ recipient }) => recipient)

  it('gets the emails of its permissions, in whatever combination, until they are taken away', async () => {
    const { instance } = shop
    const hooks = await personWith(['webhooks:read', 'webhooks:write'])
    const refunds = await personWith(['payments:read', 'refunds:read', 'refunds:write'])
    const sees = await personWith(['payments:read', 'refunds:read', 'webhooks:read'])
    const muted = await personWith(['webhooks:read', 'webhooks:write'])
    await instance.run(updateNotifications, { on: [] }, undefined, muted)

    await instance.runtime.query('DELETE FROM mails', [])
    const payment = await shop.shop.captured(50_000)
    await shop.shop.refund(payment, { amount: 1_013 })
    await instance.pass(120)
    const ofRefund = await recipients('refund_failed')
    expect(ofRefund).toContain(refunds.name)
    expect([hooks, sees, muted].filter(({ name }) => ofRefund.includes(name))).toEqual([])

    const fails = async (id: string) => {
      await instance.runtime.query(
        `INSERT INTO webhook_endpoints (account_id, id, url, events, secret_encrypted, failing_since, created_at, updated_at)
         VALUES ($1, $2, 'https://hooks.example/in', '{*}', '', 5, 1, 1)`,
        [instance.actor.account.id, id],
      )
      await instance.run(warnOfFailingWebhook, { id }, undefined, instance.system)
    }
    await fails('whk_NfLw3gQ81xRt0b')
    const ofWebhook = await recipients('webhook_failing')
    expect(ofWebhook).toContain(hooks.name)
    expect([refunds, sees, muted].filter(({ name }) => ofWebhook.includes(name))).toEqual([])

    await instance.runtime.query(
      `UPDATE roles SET permissions = '{webhooks:read}' WHERE id = (SELECT role FROM memberships WHERE user_id = $1)`,
      [hooks.id],
    )
    await instance.runtime.query('DELETE FROM mails', [])
    await fails('whk_NfLw3gQ81xRt0c')
    expect(await recipients('webhook_failing')).not.toContain(hooks.name)
  })
})
