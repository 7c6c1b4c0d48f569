import { isOffered, NAV_GROUPS, type PageReader } from '#components/app-shell/nav-groups.ts'
import type { Permission } from '#lib/values/permissions.ts'

export type PalettePage = {
  href: string
  label: string
  /** The permission that the page needs. A role without it is not offered the page. */
  permission?: Permission
  /** Of the wallet product: offered only to an account that has it. */
  wallets?: true
  /** Other words by which people look for it. */
  words?: string
  /** Deletes what cannot be brought back: offered to those who type for it, not before. */
  destructive?: true
}

/** Other words for the pages of the navigation, by their paths. */
const NAV_WORDS: Record<string, string> = {
  '/': 'home dashboard sales volume today',
  '/payments': 'transactions charges collections',
  '/orders': 'checkout payment links',
  '/refunds': 'money back returns',
  '/batches': 'bulk csv file import',
  '/approvals': 'requests second person review',
  '/balance': 'ledger movements statement',
  '/settlements': 'bank transfers utr deposits',
  '/customers': 'people buyers payers',
  '/bills': 'invoices receipts',
  '/wallets': 'stored value cashback',
  '/transfers': 'credits holds',
  '/payouts': 'withdrawals bank',
  '/fund-accounts': 'bank accounts beneficiaries upi',
  '/documents': 'files uploads attachments',
  '/outbox': 'emails mail sent messages',
  '/exports/schedules': 'reports downloads csv daily weekly monthly',
  '/api-keys': 'secret credentials tokens',
  '/webhooks': 'endpoints notifications callbacks deliveries',
  '/events': 'history',
  '/logs': 'requests api errors',
  '/settings/go-live': 'checklist launch production start',
  '/health': 'status worker queue jobs database alerts uptime',
  '/connected-apps': 'oauth integrations mcp ai agents',
  '/docs': 'help guides reference api',
  '/settings/business': 'name logo color colour brand support contact gstin language checkout',
  '/settings/payments': 'refund reasons speed rates mdr automatic expiry',
  '/settings/acquirer': 'bank adapter live payments secret capabilities health',
  '/settings/approvals': 'limits policy roles',
  '/settings/team': 'people users members staff',
  '/settings/audit': 'history who changed security',
  '/settings/retention': 'keep delete logs',
  '/settings/data': 'export everything erase close account danger',
}

/** Pages that other pages lead to. */
const MORE_PAGES: readonly PalettePage[] = [
  {
    href: '/balance/months',
    label: 'Balance by month',
    permission: 'balance:read',
    words: 'months closing opening',
  },
  { href: '/balance/fees', label: 'Fees and GST', permission: 'balance:read', words: 'tax report months' },
  {
    href: '/settlements/schedule',
    label: 'Settlement schedule',
    permission: 'balance:read',
    words: 'delay days next settings',
  },
  {
    href: '/settings/acquirer/differences',
    label: 'Differences from the gateway',
    permission: 'balance:read',
    words: 'compare comparison reconcile missing poll',
  },
  {
    href: '/settlements/bank-statements',
    label: 'Bank statements',
    permission: 'balance:read',
    words: 'reconcile reconciliation match lines camt mt940',
  },
  {
    href: '/logs/errors',
    label: 'Errors, grouped',
    permission: 'requests:read',
    words: 'failed requests api',
  },
  { href: '/webhooks/catalogue', label: 'Event catalogue', words: 'webhooks types payloads examples' },
  {
    href: '/connected-apps/clients',
    label: 'Registered clients',
    permission: 'apps:read',
    words: 'oauth apps',
  },
  {
    href: '/connected-apps/policy',
    label: 'Policy for connected apps',
    permission: 'apps:read',
    words: 'oauth limits registration scopes',
  },
  {
    href: '/settings/account',
    label: 'Your account',
    permission: 'profile:write',
    words: 'profile name password passkeys sessions security 2fa totp authenticator second factor',
  },
  {
    href: '/settings/notifications',
    label: 'Notifications',
    permission: 'profile:write',
    words: 'alerts emails mail',
  },
  {
    href: '/settings/team/invitations',
    label: 'Invitations',
    permission: 'team:read',
    words: 'invited pending people',
  },
  {
    href: '/settings/team/roles',
    label: 'Roles',
    permission: 'team:read',
    words: 'permissions access matrix',
  },
]

export const PALETTE_PAGES: readonly PalettePage[] = [
  ...NAV_GROUPS.flatMap(({ nouns }) => nouns).map((noun) => ({ ...noun, words: NAV_WORDS[noun.href] ?? '' })),
  ...MORE_PAGES,
]

export const PALETTE_FORMS: readonly PalettePage[] = [
  { href: '/orders/new', label: 'Create order', permission: 'orders:write', words: 'new payment link' },
  { href: '/customers/new', label: 'Create customer', permission: 'customers:write', words: 'new add' },
  {
    href: '/batches/new',
    label: 'Create batch',
    permission: 'refunds:write',
    words: 'new bulk refund capture csv upload',
  },
  { href: '/bills/new', label: 'Create bill', permission: 'bills:write', words: 'new invoice receipt' },
  {
    href: '/payouts/new',
    label: 'Create payout',
    permission: 'payouts:write',
    words: 'new send money withdraw',
    wallets: true,
  },
  {
    href: '/fund-accounts/new',
    label: 'Create fund account',
    permission: 'fund_accounts:write',
    words: 'new add bank beneficiary',
    wallets: true,
  },
  { href: '/api-keys/new', label: 'Create API key', permission: 'keys:write', words: 'new secret' },
  {
    href: '/settings/acquirer/new',
    label: 'Add acquirer',
    permission: 'business:write',
    words: 'new bank adapter live',
  },
  { href: '/webhooks/new', label: 'Create webhook', permission: 'webhooks:write', words: 'new endpoint' },
  {
    href: '/webhooks/debug',
    label: 'Debug webhook signature',
    permission: 'webhooks:read',
    words: 'verify check hmac',
  },
  {
    href: '/connected-apps/clients/new',
    label: 'Register client',
    permission: 'apps:write',
    words: 'new create oauth app',
  },
  {
    href: '/settings/team/invite',
    label: 'Invite person',
    permission: 'team:write',
    words: 'invitation team member user add new',
  },
  {
    href: '/settings/team/roles/new',
    label: 'Create role',
    permission: 'team:write',
    words: 'new permissions custom',
  },
  {
    href: '/settlements/bank-statements/import',
    label: 'Import bank statement',
    permission: 'balance:read',
    words: 'upload csv camt mt940 reconcile',
  },
  {
    href: '/settings/data/reset',
    label: 'Delete all test data',
    permission: 'account:write',
    words: 'reset erase clear',
    destructive: true,
  },
  {
    href: '/settings/data/delete',
    label: 'Delete business',
    permission: 'account:write',
    words: 'close erase',
    destructive: true,
  },
]

/** The pages and forms of the palette that are offered to a person, by their paths. */
export function paletteAllowed(reader: PageReader): string[] {
  return [...PALETTE_PAGES, ...PALETTE_FORMS]
    .filter((page) => isOffered(page, reader))
    .map(({ href }) => href)
}

/** Whether a label has the text, or each of its words begins a word of the label or of its other words. */
export function isNamed({ label, words = '' }: Pick<PalettePage, 'label' | 'words'>, text: string): boolean {
  const typed = text.toLowerCase().trim()
  if (label.toLowerCase().includes(typed)) return true
  const known = `${label} ${words}`.toLowerCase().split(/[^a-z0-9]+/)
  const requested = typed.split(/\s+/)
  return requested.every((word) => known.some((one) => one.startsWith(word)))
}

/** The pages and forms of some paths that a text names, those whose labels have it first. */
export function namedBy(text: string, allowed: readonly string[]) {
  const of = (some: readonly PalettePage[]) => {
    const found = some.filter((one) => allowed.includes(one.href) && isNamed(one, text))
    const inLabel = ({ label }: PalettePage) => label.toLowerCase().includes(text.toLowerCase().trim())
    return [...found.filter(inLabel), ...found.filter((one) => !inLabel(one))]
  }
  return { pages: of(PALETTE_PAGES), forms: of(PALETTE_FORMS) }
}
