import { hasWallets } from '#lib/values/capability.ts'
import type { Permission } from '#lib/values/permissions.ts'

type Noun = {
  href: string
  label: string
  /** The permission that its page needs. A role without it is not offered the page. */
  permission?: Permission
  /** Of the wallet product: not offered to an account that does not have it, whose page of it only says so. */
  wallets?: true
}
type Group = { label?: string; nouns: Noun[] }

/** The pages of the dashboard, grouped by work. Each has an icon in nav-icons.tsx. */
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
      { href: '/wallets', label: 'Wallets', permission: 'wallets:read', wallets: true },
      { href: '/transfers', label: 'Transfers', permission: 'transfers:read', wallets: true },
      { href: '/payouts', label: 'Payouts', permission: 'payouts:read', wallets: true },
      { href: '/fund-accounts', label: 'Fund accounts', permission: 'fund_accounts:read', wallets: true },
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
      { href: '/health', label: 'Health', permission: 'requests:read' },
      { href: '/connected-apps', label: 'Connected apps', permission: 'apps:connect' },
      { href: '/docs', label: 'Documentation' },
    ],
  },
  {
    label: 'Settings',
    nouns: [
      { href: '/settings/business', label: 'Business', permission: 'bills:read' },
      { href: '/settings/payments', label: 'Capture and fees', permission: 'payments:read' },
      { href: '/settings/acquirer', label: 'Acquirer', permission: 'payments:read' },
      { href: '/settings/go-live', label: 'Go live', permission: 'payments:read' },
      { href: '/settings/approvals', label: 'Thresholds', permission: 'approvals:ask' },
      { href: '/settings/team', label: 'Team', permission: 'team:read' },
      { href: '/settings/audit', label: 'Audit log', permission: 'audit:read' },
      { href: '/settings/retention', label: 'Retention', permission: 'requests:read' },
      { href: '/settings/data', label: 'Data and deletion', permission: 'account:write' },
    ],
  },
]

/** Who opens a page, and in which account. */
export type PageReader = {
  permissions: ReadonlySet<Permission>
  account: { capabilities: readonly string[] }
}

/** Whether a page is offered: the person may open it, and the account has its product. */
export function isOffered(
  { permission, wallets }: Pick<Noun, 'permission' | 'wallets'>,
  { permissions, account }: PageReader,
): boolean {
  return (permission === undefined || permissions.has(permission)) && (!wallets || hasWallets(account))
}

export function homeOf(reader: PageReader): Noun | undefined {
  return NAV_GROUPS.flatMap(({ nouns }) => nouns).find((noun) => isOffered(noun, reader))
}

/** The first page of the settings that a person may open. Everyone has an account of their own. */
export function settingsHomeOf(permissions: ReadonlySet<Permission>): string {
  const settings = NAV_GROUPS.find(({ label }) => label === 'Settings')
  const offered = settings?.nouns.find((noun) =>
    isOffered(noun, { permissions, account: { capabilities: [] } }),
  )
  return offered?.href ?? '/settings/account'
}

/** The noun that a path belongs to. */
export function nounOf(path: string): Noun | undefined {
  return NAV_GROUPS.flatMap(({ nouns }) => nouns)
    .filter(({ href }) => path === href || (href !== '/' && path.startsWith(`${href}/`)))
    .sort((left, right) => right.href.length - left.href.length)[0]
}
