import type { Permission } from '#lib/permissions.ts'
import { objectPath } from '#lib/values/object-path.ts'
import { nounOf } from './nav-groups.ts'

/** Pages that need other permissions than the list of their noun; `*` is an ID. */
const INNER_PAGES: Readonly<Record<string, readonly Permission[]>> = {
  '/api-keys/*/edit': ['keys:read', 'keys:write'],
  '/api-keys/*/revoke': ['keys:read', 'keys:write'],
  '/api-keys/*/rotate': ['keys:read', 'keys:write'],
  '/api-keys/new': ['keys:write'],
  '/bills/*/edit': ['bills:read', 'bills:write'],
  '/bills/new': ['bills:write'],
  '/connected-apps/*/block': ['apps:write'],
  '/connected-apps/clients': ['apps:read'],
  '/connected-apps/clients/*': ['apps:read'],
  '/connected-apps/clients/*/delete': ['apps:read', 'apps:write'],
  '/connected-apps/clients/*/rotate': ['apps:read', 'apps:write'],
  '/connected-apps/clients/new': ['apps:write'],
  '/connected-apps/policy': ['apps:read'],
  '/customers/*/cashback': ['wallets:read'],
  '/customers/*/edit': ['customers:read', 'customers:write'],
  '/customers/*/statement': ['wallets:read'],
  '/customers/new': ['customers:write'],
  '/fund-accounts/new': ['fund_accounts:write'],
  '/logs/retention': [],
  '/orders/new': ['orders:write'],
  '/payouts/new': ['payouts:write'],
  '/search': ['payments:read'],
  '/settings/notifications': ['profile:write'],
  '/settings/team/*/disable': ['team:read', 'team:write'],
  '/settings/team/*/enable': ['team:read', 'team:write'],
  '/settings/team/*/password': ['team:read', 'team:write'],
  '/settings/team/*/remove': ['team:read', 'team:write'],
  '/settings/team/*/role': ['team:read', 'team:write'],
  '/settings/team/*/second-factor': ['team:read', 'team:write'],
  '/settings/team/invite': ['team:write'],
  '/settings/team/roles/*/delete': ['team:read', 'team:write'],
  '/settings/team/roles/*/edit': ['team:read', 'team:write'],
  '/settings/team/roles/new': ['team:write'],
  '/settlements/bank-statements/drafts/*': ['settlements:write'],
  '/webhooks/*/delete': ['webhooks:read', 'webhooks:write'],
  '/webhooks/*/edit': ['webhooks:read', 'webhooks:write'],
  '/webhooks/*/replay': ['webhooks:read', 'webhooks:write'],
  '/webhooks/*/secret': ['webhooks:read', 'webhooks:write'],
  '/webhooks/*/send': ['webhooks:read', 'webhooks:write'],
  '/webhooks/catalogue': [],
  '/webhooks/new': ['webhooks:write'],
}

/** A segment of a path that is an ID. */
const ID = /^[a-z]+_\w+$/

/** The permissions that a page of the dashboard needs, by its path or by the ID of its record (`/pay_…`). */
export function pagePermissions(path: string): readonly Permission[] {
  const [bare = ''] = path.split(/[?#]/)
  const place = objectPath(bare.slice(1))?.split('?')[0] ?? bare
  const pattern = place
    .split('/')
    .map((segment) => (ID.test(segment) ? '*' : segment))
    .join('/')
  const inner = INNER_PAGES[pattern]
  if (inner) return inner
  if (place.startsWith('/settings/account') || place.startsWith('/views/')) return ['profile:write']
  const permission = nounOf(place)?.permission
  return permission === undefined ? [] : [permission]
}

/** The permission that a person lacks for a page; undefined where they may open it. */
export function lackedFor(path: string, held: readonly Permission[]): Permission | undefined {
  return pagePermissions(path).find((permission) => !held.includes(permission))
}
