import { describe, expect, it } from 'vitest'
import { ROLE_PERMISSIONS, ROLES } from '#lib/permissions.ts'
import { mutedAfter, offeredTo } from './rules.ts'

describe('notifications', () => {
  it('are offered to the roles that get them', () => {
    const money = ['mention', 'refund_failed', 'payout_reversed', 'settlement_failed']
    const offered = ROLES.map((role) => [role, offeredTo(new Set(ROLE_PERMISSIONS[role]))])
    expect(Object.fromEntries(offered)).toEqual({
      owner: ['approval', 'export_failed', 'key_expiring', ...money, 'webhook_failing', 'webhook_disabled'],
      admin: ['approval', 'export_failed', 'key_expiring', ...money, 'webhook_failing', 'webhook_disabled'],
      finance: ['approval', 'export_failed', ...money],
      support: ['mention', 'refund_failed'],
      developer: ['key_expiring', 'mention', 'webhook_failing', 'webhook_disabled'],
      viewer: ['mention'],
    })
  })

  it.each([
    [[], ['approval', 'mention'], ['mention'], ['approval']],
    [['approval'], ['mention'], [], ['approval', 'mention']],
    [['approval', 'mention'], ['mention'], ['mention'], ['approval']],
  ])('muted before: %j, offered: %j, on: %j, muted after: %j', (before, offered, on, after) => {
    expect(mutedAfter(before, offered, on)).toEqual(after)
  })
})
