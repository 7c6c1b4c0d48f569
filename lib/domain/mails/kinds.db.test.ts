import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getMailDetails } from '#lib/domain/mails/get-details.ts'
import { listMailsForDashboard } from '#lib/domain/mails/list.ts'
import { MAIL_KINDS, type MailKind } from '#lib/domain/mails/schema.ts'
import { sendMailAgain } from '#lib/domain/mails/send.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { newId } from '#lib/values/id.ts'
import { ROLE_PERMISSIONS, ROLES, type Role } from '#lib/values/permissions.ts'

/** The kinds that each role sees. A new kind needs an entry here. */
const RECEIVED: Record<MailKind, Role[]> = {
  bill: ['owner', 'admin', 'finance', 'support', 'developer'],
  wallet_code: ['owner', 'admin', 'finance', 'support', 'developer'],
  approval: ['owner', 'admin', 'finance'],
  webhook_failing: ['owner', 'admin', 'developer'],
  webhook_disabled: ['owner', 'admin', 'developer'],
  webhook_recovered: ['owner', 'admin', 'developer'],
  user_disabled: ['owner', 'admin', 'developer'],
  key_expiring: ['owner', 'admin', 'developer'],
  password_reset: ['owner'],
  account_security: ['owner'],
  mention: ['owner', 'admin', 'finance', 'support', 'developer'],
  export: ['owner', 'admin', 'finance'],
  export_failed: ['owner', 'admin', 'finance'],
  receipt: ['owner', 'admin', 'finance', 'support', 'developer'],
  payment_link: ['owner', 'admin', 'finance', 'support', 'developer'],
  refund_failed: ['owner', 'admin', 'finance', 'support', 'developer'],
  payout_reversed: ['owner', 'admin', 'finance', 'support', 'developer'],
  settlement_failed: ['owner', 'admin', 'finance'],
  gateway_difference: ['owner', 'admin', 'finance'],
  account_export: ['owner'],
  closure: ['owner'],
  invitation: ['owner', 'admin', 'finance', 'support', 'developer'],
}
const KINDS = Object.keys(MAIL_KINDS) as MailKind[]
const ids: Record<string, string> = {}

let instance: Instance
beforeAll(async () => {
  instance = await openInstance()
  for (const kind of [...KINDS, 'of_a_newer_version']) {
    const id = newId('mail', instance.now() * 1000)
    ids[kind] = id
    await instance.database.prisma.mails.create({
      data: {
        account_id: instance.actor.account.id,
        id,
        kind,
        object_id: null,
        recipient: 'all@shop.example',
        subject: kind,
        text: kind,
        html: kind,
        status: 'kept',
        created_at: instance.now(),
      },
    })
  }
})
afterAll(() => instance.close())

const as = (role: Role) => ({
  ...instance.system,
  kind: 'user' as const,
  permissions: new Set(ROLE_PERMISSIONS[role]),
})
const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    ({ reason }) => reason as string,
  )

describe.each(ROLES.filter((role) => ROLE_PERMISSIONS[role].includes('mails:read')))('%s', (role) => {
  const received = KINDS.filter((kind) => RECEIVED[kind].includes(role)).sort()

  it('lists, counts and finds the mails whose subject the role may see, and no others', async () => {
    for (const filter of [{}, { recipient: 'all@shop.example' }, { status: 'kept' as const }]) {
      const page = await instance.run(listMailsForDashboard, filter, undefined, as(role))
      expect(page.items.map(({ kind }) => kind).sort()).toEqual(received)
      expect(page.total).toBe(received.length)
    }
  })

  it('has each of them on one tab: sent to customers, or to staff', async () => {
    const kindsOf = async (to: 'customers' | 'staff') => {
      const { items } = await instance.run(listMailsForDashboard, { to }, undefined, as(role))
      return items.map(({ kind }) => kind).sort()
    }
    const toCustomers = ['bill', 'payment_link', 'receipt', 'wallet_code']
    expect(await kindsOf('customers')).toEqual(received.filter((kind) => toCustomers.includes(kind)))
    expect(await kindsOf('staff')).toEqual(received.filter((kind) => !toCustomers.includes(kind)))
  })

  it.each([...KINDS, 'of_a_newer_version'])('a mail of the kind %s', async (kind) => {
    const denied = received.includes(kind as MailKind) ? null : 'record_not_found'
    const id = ids[kind] ?? ''
    expect(await reasonOf(instance.run(getMailDetails, { id }, undefined, as(role)))).toBe(denied)
    if (ROLE_PERMISSIONS[role].includes('mails:write') && denied)
      expect(await reasonOf(instance.run(sendMailAgain, { id }, undefined, as(role)))).toBe(denied)
  })
})
