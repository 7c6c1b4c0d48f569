/** What every file takes, beside the permission of its rows. */
export const EXPORT_PERMISSION = 'exports:read' satisfies Permission

/** What an actor may do. The closed list; roles, key scopes and tool scopes are subsets of it. */
export const PERMISSIONS = [
  'orders:read',
  'orders:write',
  'payments:read',
  'payments:write',
  'payments:capture',
  'payments:create',
  'refunds:read',
  'refunds:write',
  'transfers:read',
  'transfers:write',
  'wallets:read',
  'fund_accounts:read',
  'fund_accounts:write',
  'payouts:read',
  'payouts:write',
  'customers:read',
  'customers:write',
  'documents:read',
  'documents:write',
  'bills:read',
  'bills:write',
  'mails:read',
  'mails:write',
  'balance:read',
  'settlements:write',
  'business:write',
  'events:read',
  'webhooks:read',
  'webhooks:write',
  'keys:read',
  'keys:write',
  'profile:write',
  'team:read',
  'team:write',
  'account:write',
  'security:write',
  'audit:read',
  'requests:read',
  'exports:read',
  'apps:connect',
  'apps:read',
  'apps:write',
  'approvals:ask',
  'approvals:read',
  'approvals:write',
] as const
export type Permission = (typeof PERMISSIONS)[number]

/** The action that each permission allows: it follows "permission to". */
export const PERMISSION_LABELS: Record<Permission, string> = {
  'orders:read': 'see orders',
  'orders:write': 'create and change orders',
  'payments:read': 'see payments',
  'payments:write': 'change payments',
  'payments:capture': 'capture payments',
  'payments:create': 'create payments',
  'refunds:read': 'see refunds',
  'refunds:write': 'issue refunds',
  'transfers:read': 'see transfers',
  'transfers:write': 'make and change transfers',
  'wallets:read': 'see wallets',
  'fund_accounts:read': 'see fund accounts',
  'fund_accounts:write': 'add and change fund accounts',
  'payouts:read': 'see payouts',
  'payouts:write': 'make payouts',
  'customers:read': 'see customers',
  'customers:write': 'create and change customers',
  'documents:read': 'see documents',
  'documents:write': 'upload and attach documents',
  'bills:read': 'see bills',
  'bills:write': 'issue and change bills',
  'mails:read': 'see emails',
  'mails:write': 'send emails again',
  'balance:read': 'see the balance and settlements',
  'settlements:write': 'match settlements with bank statements',
  'business:write': 'change settings',
  'events:read': 'see events',
  'webhooks:read': 'see webhooks',
  'webhooks:write': 'create and change webhooks',
  'keys:read': 'see API keys',
  'keys:write': 'create and change API keys',
  'profile:write': 'change your own account',
  'team:read': 'see the team',
  'team:write': 'change the team',
  'account:write': 'export all data, delete test data and delete the business',
  'security:write': 'change security rules and confirm the deletion of the business',
  'audit:read': 'see the audit log',
  'requests:read': 'see request logs',
  'exports:read': 'export lists and statements as files',
  'apps:connect': 'connect apps',
  'apps:read': 'see the connected apps of others',
  'apps:write': 'change connected apps',
  'approvals:ask': 'request approvals',
  'approvals:read': 'see the approvals that others requested',
  'approvals:write': 'decide on approvals',
}

/** What is said where a permission is missing, everywhere: the action, its permission, and who can help. */
export function missingPermission(permission: Permission): string {
  return `You don't have permission to ${PERMISSION_LABELS[permission]} (${permission}). ${whoHelps([permission])}`
}

/** A permission as the end of "You can": "issue refunds". */
export function permissionText(permission: string): string {
  const known = PERMISSIONS.find((one) => one === permission)
  return known ? PERMISSION_LABELS[known] : permission
}

/** The roles to ask, who hold these permissions: an admin has no part in the team and in all data. */
export function whoHelps(permissions: readonly Permission[]): string {
  return builtInRolesWith(permissions).includes('admin') ? 'Ask an owner or admin.' : 'Ask an owner.'
}

/** The built-in roles. Merchants make others (lib/domain/roles). */
export const ROLES = ['owner', 'admin', 'finance', 'support', 'developer', 'viewer'] as const
export type Role = (typeof ROLES)[number]

/** A role as a person has it: a built-in one, whose ID is its name, or one of the merchant. */
export type GrantedRole = { id: string; name: string; permissions: readonly Permission[] }

const reads: Permission[] = [
  'orders:read',
  'payments:read',
  'refunds:read',
  'transfers:read',
  'wallets:read',
  'payouts:read',
  'customers:read',
  'documents:read',
  'bills:read',
]

/** Customers, documents and bills: every role that writes has these. They move no money. */
const recordWrites: Permission[] = ['customers:write', 'documents:write', 'bills:write']

/** What moves money into wallets and out of them. */
const wallets: Permission[] = [
  'transfers:write',
  'fund_accounts:read',
  'fund_accounts:write',
  'payouts:write',
]

/** What tells apps elsewhere what happens here. */
const webhooks: Permission[] = ['events:read', 'webhooks:read', 'webhooks:write']

const outbox: Permission[] = ['mails:read', 'mails:write']

/** To take whole lists away as files is more than to look at them. */
const files: Permission[] = ['exports:read']

/** One's own account, apps within one's own permissions, and the requests made in one's name. */
const connects: Permission[] = ['apps:connect', 'approvals:ask', 'profile:write']

/** To decide requests that need a second person. */
const approves: Permission[] = ['approvals:read', 'approvals:write']

/** In every role: one's own account, and the approvals that one requested. */
export const BASE_PERMISSIONS: readonly Permission[] = ['approvals:ask', 'profile:write']

/** Of the built-in role of owners alone: no role that a merchant makes can have them. */
export const OWNER_PERMISSIONS = ['security:write'] as const satisfies readonly Permission[]

/** Those that a role of a merchant can have. */
export const ROLE_GRANTABLE: readonly Permission[] = PERMISSIONS.filter(
  (permission) => !OWNER_PERMISSIONS.some((each) => each === permission),
)

/** What owners have and admins don't: the team, all data, and what only owners decide. */
const OWNERS_ALONE: readonly Permission[] = ['team:write', 'account:write', ...OWNER_PERMISSIONS]

export const ROLE_PERMISSIONS: Record<Role, readonly Permission[]> = {
  owner: PERMISSIONS,
  admin: PERMISSIONS.filter((permission) => !OWNERS_ALONE.includes(permission)),
  finance: [
    ...reads,
    ...recordWrites,
    'orders:write',
    'payments:write',
    'payments:capture',
    'refunds:write',
    ...wallets,
    'balance:read',
    'settlements:write',
    ...outbox,
    ...files,
    ...connects,
    ...approves,
    'audit:read',
    'team:read',
  ],
  support: [
    ...reads,
    ...recordWrites,
    ...outbox,
    ...connects,
    'orders:write',
    'payments:write',
    'refunds:write',
    'team:read',
  ],
  developer: [
    ...reads,
    ...recordWrites,
    'orders:write',
    'payments:write',
    'mails:read',
    ...webhooks,
    ...connects,
    'apps:read',
    'apps:write',
    'keys:read',
    'keys:write',
    'requests:read',
    'team:read',
  ],
  viewer: [...reads, ...connects, 'balance:read'],
}

/** A built-in role by its name; undefined for any other. */
export function builtInRole(id: unknown): GrantedRole | undefined {
  const name = ROLES.find((known) => known === id)
  return name && { id: name, name, permissions: ROLE_PERMISSIONS[name] }
}

export function builtInRolesWith(permissions: readonly Permission[]): Role[] {
  return ROLES.filter((role) => permissions.every((each) => ROLE_PERMISSIONS[role].includes(each)))
}

/** What a key without restriction may do: everything of the API, which exports no lists, and nothing of the platform. */
export const KEY_PERMISSIONS: readonly Permission[] = [
  ...reads,
  ...recordWrites,
  'orders:write',
  'payments:write',
  'payments:capture',
  'payments:create',
  'refunds:write',
  ...wallets,
  ...webhooks,
  'balance:read',
]

/** The scopes of a token. */
export type ScopeName =
  | 'read_only'
  | 'orders:write'
  | 'payments:write'
  | 'refunds:write'
  | 'customers:write'
  | 'documents:write'
  | 'bills:write'
  | 'wallet:write'
