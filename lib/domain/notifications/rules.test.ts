import { describe, expect, it } from 'vitest'
import { ROLE_PERMISSIONS, ROLES } from '#lib/permissions.ts'
import { mutedAfter, offeredTo } from './rules.ts'

describe('notifications', () => {
  it('are offered to the roles that get them', () => {
    const offered = ROLES.map((role) => [role, offeredTo(new Set(ROLE_PERMISSIONS[role]))])
    expect(Object.fromEntries(offered)).toEqual({
      owner: ['approval', 'key_expiring', 'mention'],
      admin: ['approval', 'key_expiring', 'mention'],
      finance: ['approval', 'mention'],
      support: ['mention'],
      developer: ['key_expiring', 'mention'],
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
