import type { Permission } from '#lib/values/permissions.ts'

type Noun = {
  href: string
  label: string
  /** The permission that its page needs. A role without it is not offered the page. */
  permission?: Permission
}
type Group = { label?: string; nouns: Noun[] }

/** The pages of the dashboard, grouped by work. Each has an icon in nav-links.tsx. */
export const NAV_GROUPS: readonly Group[] = [
  { nouns: [{ href: '/', label: 'Overview', permission: 'payments:read' }] },
  {
    label: 'Payments',
    nouns: [
      { href: '/payments', label: 'Payments', permission: 'payments:read' },
      { href: '/orders', label: 'Orders', permission: 'orders:read' },
      { href: '/refunds', label: 'Refunds', permission: 'refunds:read' },
      { href: '/batches', label: 'Batches', permission: 'payments:read' },
      { href: '/approvals', label: 'Approvals', permission: 'approvals:ask' },
    ],
  },
  {
    label: 'Finance',
    nouns: [
      { href: '/balance', label: 'Balance', permission: 'balance:read' },
      { href: '/settlements', label: 'Settlements', permission: 'balance:read' },
    ],
  },
  {
    label: 'Customers',
    nouns: [
      { href: '/customers', label: 'Customers', permission: 'customers:read' },
      { href: '/bills', label: 'Bills', permission: 'bills:read' },
    ],
  },
  {
    label: 'Wallets',
    nouns: [
      { href: '/wallets', label: 'Wallets', permission: 'wallets:read' },
      { href: '/transfers', label: 'Transfers', permission: 'transfers:read' },
      { href: '/payouts', label: 'Payouts', permission: 'payouts:read' },
      { href: '/fund-accounts', label: 'Fund accounts', permission: 'fund_accounts:read' },
    ],
  },
  {
    label: 'Records',
    nouns: [
      { href: '/documents', label: 'Documents', permission: 'documents:read' },
      { href: '/outbox', label: 'Outbox', permission: 'mails:read' },
      { href: '/exports/schedules', label: 'Scheduled exports', permission: 'exports:read' },
    ],
  },
  {
    label: 'Developers',
    nouns: [
      { href: '/api-keys', label: 'API keys', permission: 'keys:read' },
      { href: '/webhooks', label: 'Webhooks', permission: 'webhooks:read' },
      { href: '/events', label: 'Events', permission: 'events:read' },
      { href: '/logs', label: 'Logs', permission: 'requests:read' },
      { href: '/connected-apps', label: 'Connected apps', permission: 'apps:connect' },
      { href: '/docs', label: 'Documentation' },
    ],
  },
  {
    label: 'Settings',
    nouns: [
      { href: '/settings/business', label: 'Business', permission: 'bills:read' },
      { href: '/settings/payments', label: 'Capture and fees', permission: 'payments:read' },
      { href: '/settings/approvals', label: 'Thresholds', permission: 'approvals:ask' },
      { href: '/settings/team', label: 'Team', permission: 'team:read' },
      { href: '/settings/audit', label: 'Audit log', permission: 'audit:read' },
      { href: '/settings/retention', label: 'Retention', permission: 'requests:read' },
      { href: '/settings/data', label: 'Data and deletion', permission: 'account:write' },
    ],
  },
]

/** The pages of the navigation that a person may open, by their paths. */
export function allowedPaths(permissions: ReadonlySet<Permission>): string[] {
  return NAV_GROUPS.flatMap(({ nouns }) => nouns)
    .filter(({ permission }) => permission === undefined || permissions.has(permission))
    .map(({ href }) => href)
}

export function homeOf(permissions: ReadonlySet<Permission>): Noun | undefined {
  return NAV_GROUPS.flatMap(({ nouns }) => nouns).find(
    ({ permission }) => permission === undefined || permissions.has(permission),
  )
}

/** The first page of the settings that a person may open. Everyone has an account of their own. */
export function settingsHomeOf(permissions: ReadonlySet<Permission>): string {
  const settings = NAV_GROUPS.find(({ label }) => label === 'Settings')
  const allowed = new Set(allowedPaths(permissions))
  return settings?.nouns.find(({ href }) => allowed.has(href))?.href ?? '/settings/account'
}

/** The noun that a path belongs to. */
export function nounOf(path: string): Noun | undefined {
  return NAV_GROUPS.flatMap(({ nouns }) => nouns)
    .filter(({ href }) => path === href || (href !== '/' && path.startsWith(`${href}/`)))
    .sort((left, right) => right.href.length - left.href.length)[0]
}
