import { describe, expect, it } from 'vitest'
import { ROLE_PERMISSIONS, ROLES } from '#lib/permissions.ts'
import { mutedAfter, offeredTo } from './rules.ts'

describe('notifications', () => {
  it('are offered to the roles that get them', () => {
    const money = ['approval', 'mention', 'refund_failed', 'payout_reversed', 'settlement_failed']
    const offered = ROLES.map((role) => [role, offeredTo(new Set(ROLE_PERMISSIONS[role]))])
    expect(Object.fromEntries(offered)).toEqual({
      owner: [...money, 'webhook_disabled', 'key_expiring'],
      admin: [...money, 'webhook_disabled', 'key_expiring'],
      finance: money,
      support: ['mention', 'refund_failed'],
      developer: ['mention', 'webhook_disabled', 'key_expiring'],
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
