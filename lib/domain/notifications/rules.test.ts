import { describe, expect, it } from 'vitest'
import { ROLE_PERMISSIONS, ROLES } from '#lib/values/permissions.ts'
import { mutedAfter, offeredTo } from './rules.ts'

describe('notifications', () => {
  it('are offered to the roles that get them', () => {
    const money = ['mention', 'refund_failed', 'payout_reversed', 'settlement_failed', 'gateway_difference']
    const webhooks = ['webhook_failing', 'webhook_disabled', 'webhook_recovered']
    const offered = ROLES.map((role) => [role, offeredTo(new Set(ROLE_PERMISSIONS[role]))])
    expect(Object.fromEntries(offered)).toEqual({
      owner: ['approval', 'export_failed', 'key_expiring', ...money, ...webhooks],
      admin: ['approval', 'export_failed', 'key_expiring', ...money, ...webhooks],
      finance: ['approval', 'export_failed', ...money],
      support: ['mention', 'refund_failed'],
      developer: ['key_expiring', 'mention', ...webhooks],
      viewer: ['mention'],
    })
  })

  it.each([
    [[], ['approval', 'mention'], ['mention'], ['approval']],
    [['approval'], ['mention'], [], ['approval', 'mention']],
    [['approval', 'mention'], ['mention'], ['mention'], ['approval']],
    [['mention'], ['approval'], [], ['approval', 'mention']],
  ])('muted before: %j, offered: %j, on: %j, muted after: %j', (before, offered, on, after) => {
    expect(mutedAfter(before, offered, on)).toEqual(after)
  })
})
