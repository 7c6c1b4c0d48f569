import type { Permission } from '#lib/permissions.ts'

/** What a person can let an app do, as the consent screen groups and says it. */
export type Scope = {
  kind: 'see' | 'change' | 'move'
  /** After "can": a clause about what it lets happen. */
  can: string
  /** After "cannot", where it was not granted. */
  cannot: string
  /** What belongs to it and is not seen at once. */
  detail?: string
  permissions: readonly Permission[]
}

/** The scopes of the tool server. `read_only` is every read and nothing else; the others add to it. */
export const SCOPES = {
  read_only: {
    kind: 'see',
    can: 'see payments, orders, refunds, customers, documents, bills, wallets, payouts, webhooks and events',
    cannot: 'see any data in this account',
    detail: "Full card numbers are never stored, so the app can't see them.",
    permissions: [
      'orders:read',
      'payments:read',
      'refunds:read',
      'transfers:read',
      'wallets:read',
      'fund_accounts:read',
      'payouts:read',
      'customers:read',
      'documents:read',
      'bills:read',
      'events:read',
      'webhooks:read',
      'balance:read',
    ],
  },
  'orders:write': {
    kind: 'change',
    can: 'create orders and change their notes',
    cannot: 'create orders',
    permissions: ['orders:write'],
  },
  'payments:write': {
    kind: 'move',
    can: 'capture authorized payments and change their notes',
    cannot: 'capture payments',
    permissions: ['payments:write', 'payments:capture'],
  },
  'refunds:write': {
    kind: 'move',
    can: 'refund payments',
    cannot: 'refund',
    permissions: ['refunds:write'],
  },
  'customers:write': {
    kind: 'change',
    can: 'create and change customers',
    cannot: 'change customers',
    permissions: ['customers:write'],
  },
  'documents:write': {
    kind: 'change',
    can: 'upload documents',
    cannot: 'upload documents',
    permissions: ['documents:write'],
  },
  'bills:write': {
    kind: 'change',
    can: 'create, change and delete bills',
    cannot: 'create bills',
    permissions: ['bills:write'],
  },
  'wallet:write': {
    kind: 'move',
    can: 'add money to wallets, pay from wallets and pay out of wallets',
    cannot: 'move money into or out of wallets',
    permissions: ['transfers:write', 'fund_accounts:write', 'payouts:write', 'payments:create'],
  },
} as const satisfies Record<string, Scope>

export type ScopeName = keyof typeof SCOPES
export const SCOPE_NAMES = Object.keys(SCOPES) as ScopeName[]

/** The known scopes among those of a list as OAuth writes it; what is not known is passed over. */
export function knownScopes(text: string | undefined): ScopeName[] {
  const asked = new Set(text?.split(' '))
  return SCOPE_NAMES.filter((name) => asked.has(name))
}

/** The permissions of a grant of these scopes by a person with these permissions: never more than their own. */
export function permissionsOf(scopes: readonly string[], own: ReadonlySet<Permission>): Set<Permission> {
  const granted = SCOPE_NAMES.filter((name) => scopes.includes(name)).flatMap(
    (name): readonly Permission[] => SCOPES[name].permissions,
  )
  // Whatever its scopes, an app sees the result of its requests, and can withdraw them.
  return new Set([...granted, 'approvals:ask' as const].filter((permission) => own.has(permission)))
}

/** The scopes that a person with these permissions could grant: those of which they have some part. */
export function grantableScopes(own: ReadonlySet<Permission>): ScopeName[] {
  return SCOPE_NAMES.filter((name) =>
    SCOPES[name].permissions.some((permission: Permission) => own.has(permission)),
  )
}

/** Whether a scope lets money move. */
export function movesMoney(name: ScopeName): boolean {
  return SCOPES[name].kind === 'move'
}

/** What a scope lets happen, as a sentence: "Refund payments." */
export function scopeSentence(name: string): string {
  const scope: Scope | undefined = (SCOPES as Record<string, Scope>)[name]
  if (!scope) return name
  return `${scope.can.charAt(0).toUpperCase()}${scope.can.slice(1)}.`
}
