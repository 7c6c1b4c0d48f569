import { objectPath } from '#lib/values/object-path.ts'
import type { Permission } from '#lib/values/permissions.ts'
import { nounOf } from './nav-groups.ts'

/**
 * Pages that need other permissions than the list of their noun and the rules below; `*` is an ID. Every page of the
 * dashboard loads this table, so what a rule says is not repeated in it.
 */
const INNER_PAGES: Readonly<Record<string, readonly Permission[]>> = {
  '/batches/new': ['payments:read'],
  '/connected-apps/*/block': ['apps:write'],
  '/connected-apps/clients': ['apps:read'],
  '/connected-apps/clients/*': ['apps:read'],
  '/connected-apps/clients/*/delete': ['apps:read', 'apps:write'],
  '/connected-apps/clients/*/rotate': ['apps:read', 'apps:write'],
  '/connected-apps/clients/new': ['apps:write'],
  '/connected-apps/policy': ['apps:read'],
  '/customers/*/cashback': ['wallets:read'],
  '/customers/*/statement': ['wallets:read'],
  '/exports/schedules/new': ['exports:read'],
  '/health/jobs/*': ['requests:read', 'business:write'],
  '/logs/retention': [],
  '/search': ['payments:read'],
  '/settings/acquirer/differences': ['balance:read'],
  '/settings/acquirer/differences/*': ['balance:read'],
  '/settings/acquirer/new': ['business:write'],
  '/settings/notifications': ['profile:write'],
  '/settings/team/roles/*/delete': ['team:read', 'team:write'],
  '/settlements/bank-statements/drafts/*': ['settlements:write'],
  '/webhooks/*/delete': ['webhooks:read', 'webhooks:write'],
  '/webhooks/*/send': ['webhooks:read', 'webhooks:write'],
  '/webhooks/catalogue': [],
}

/** Pages of a record that change it, and pages that create one. */
const CHANGES = /\*\/(edit|revoke|remove|replay|rotate|disable|enable|password|role|second-factor|secret)$/
const CREATES = /\/(new|invite)$/

/** A segment of a path that is an ID: of a record, or of a job. */
const ID = /^([a-z]+_\w+|[\da-f-]{36})$/

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
  if (permission === undefined) return []
  const write = permission.replace(':read', ':write') as Permission
  if (CREATES.test(pattern)) return [write]
  return CHANGES.test(pattern) ? [permission, write] : [permission]
}

/** The permission that a person lacks for a page; undefined where they may open it. */
export function lackedFor(path: string, pending: readonly Permission[]): Permission | undefined {
  return pagePermissions(path).find((permission) => !pending.includes(permission))
}
