import { existsSync } from 'node:fs'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { isOffered, NAV_GROUPS, nounOf, settingsHomeOf } from '#components/app-shell/nav-groups.ts'
import { NAV_ICONS } from '#components/app-shell/nav-icons.tsx'
import { WALLET } from '#lib/values/capability.ts'
import { BASE_PERMISSIONS, type Permission, ROLE_PERMISSIONS, ROLES } from '#lib/values/permissions.ts'

let path = '/payments'
let role: (typeof ROLES)[number] = 'support'
// Only what the pages need, not the server behind them.
vi.mock('#lib/runtime.ts', () => ({ runtime: () => undefined }))
vi.mock('#lib/auth/staff.ts', () => ({
  requireStaff: async () => ({ permissions: new Set(ROLE_PERMISSIONS[role]) }),
  signedIn: async () => ({
    actor: { permissions: new Set(ROLE_PERMISSIONS[role]), account: { capabilities: [] } },
    membership: { role: { id: role, name: role, permissions: ROLE_PERMISSIONS[role] } },
  }),
}))
vi.mock('#lib/surfaces/page.ts', () => ({
  tryRead: async () => ({
    ok: true,
    value: { items: [{ name: 'Night desk', built_in: false, permissions: ['webhooks:read'] }] },
  }),
}))
vi.mock('next/navigation', () => ({
  usePathname: () => path,
  redirect: (href: string) => {
    throw new Error(`to ${href}`)
  },
}))

const nouns = NAV_GROUPS.flatMap(({ nouns }) => nouns)
const pathsOffered = (permissions: ReadonlySet<Permission>) =>
  nouns
    .filter((noun) => isOffered(noun, { permissions, account: { capabilities: [WALLET] } }))
    .map(({ href }) => href)

describe('the navigation', () => {
  it('has an icon for each noun', () => {
    const nouns = NAV_GROUPS.flatMap((group) => group.nouns.map(({ href }) => href))
    expect(nouns.filter((href) => !(href in NAV_ICONS))).toEqual([])
  })

  const listed = nouns.filter(({ href }) => existsSync(new URL(`.${href}/list.tsx`, import.meta.url)))
  it.each(listed.map(({ href, permission }) => [href, permission]))(
    'offers %s to those who may read its list',
    async (href, permission) => {
      const { default: _, ...lists } = await import(/* @vite-ignore */ `/app/(dashboard)${href}/list.tsx`)
      const list = Object.values<{ path?: string; operation?: { permission: Permission } }>(lists).find(
        (one) => one.path === href,
      )
      expect(list?.operation?.permission).toBe(permission)
    },
  )

  it('offers a role only what it may open', () => {
    const missing = Object.fromEntries(
      ROLES.map((one) => {
        const allowed = pathsOffered(new Set(ROLE_PERMISSIONS[one]))
        return [one, nouns.filter(({ href }) => !allowed.includes(href)).map(({ href }) => href)]
      }),
    )
    expect(missing).toEqual({
      owner: [],
      admin: ['/settings/data'],
      finance: [
        '/api-keys',
        '/webhooks',
        '/events',
        '/logs',
        '/health',
        '/settings/retention',
        '/settings/data',
      ],
      support: [
        '/balance',
        '/settlements',
        '/fund-accounts',
        '/exports/schedules',
        '/api-keys',
        '/webhooks',
        '/events',
        '/logs',
        '/health',
        '/settings/audit',
        '/settings/retention',
        '/settings/data',
      ],
      developer: [
        '/balance',
        '/settlements',
        '/fund-accounts',
        '/exports/schedules',
        '/settings/audit',
        '/settings/data',
      ],
      viewer: [
        '/fund-accounts',
        '/outbox',
        '/exports/schedules',
        '/api-keys',
        '/webhooks',
        '/events',
        '/logs',
        '/health',
        '/settings/team',
        '/settings/audit',
        '/settings/retention',
        '/settings/data',
      ],
    })
  })

  it('leads from the settings to the first of their pages that a role may open', async () => {
    for (const one of ROLES) {
      const permissions = new Set(ROLE_PERMISSIONS[one])
      expect(pathsOffered(permissions)).toContain(settingsHomeOf(permissions))
    }
    expect(settingsHomeOf(new Set(ROLE_PERMISSIONS.viewer))).toBe('/settings/business')
    expect(settingsHomeOf(new Set(BASE_PERMISSIONS))).toBe('/settings/approvals')
    expect(settingsHomeOf(new Set())).toBe('/settings/account')
    const { default: Page } = await import('./settings/page.tsx')
    role = 'viewer'
    await expect(Page()).rejects.toThrow('to /settings/business')
  })

  it('knows the page that a path belongs to', () => {
    expect(nounOf('/')?.href).toBe('/')
    expect(nounOf('/payments/pay_NfLw3gQ81xRt0a/refund')?.href).toBe('/payments')
    expect(nounOf('/settings/approvals')?.href).toBe('/settings/approvals')
    expect(nounOf('/paymentsandmore')).toBeUndefined()
  })

  it('says which permission a page needs, and who can grant it', async () => {
    const { default: Forbidden } = await import('./forbidden.tsx')
    const drawn = async () => {
      const element = await Forbidden()
      return renderToStaticMarkup(createElement(element.type, element.props))
    }
    role = 'support'
    path = '/webhooks/whk_NfLw3gQ81xRt0a'
    expect(await drawn()).toContain('permission to see webhooks (webhooks:read). Ask an owner or admin.')
    expect(await drawn()).toContain('Roles with this permission: owner, admin, developer, Night desk.')
    role = 'admin'
    path = '/settings/data'
    expect(await drawn()).toContain('(account:write). Ask an owner. Roles with this permission: owner.')
    role = 'viewer'
    path = '/connected-apps/policy'
    expect(await drawn()).toContain('see the connected apps of others (apps:read). Ask an owner or admin.')
    path = '/orders/new'
    expect(await drawn()).toContain('(orders:write)')
    role = 'support'
    path = '/payments/pay_NfLw3gQ81xRt0a/json'
    expect(await drawn()).toContain('Ask an owner.')
    expect(await drawn()).not.toContain('payments:read')
  })
})
