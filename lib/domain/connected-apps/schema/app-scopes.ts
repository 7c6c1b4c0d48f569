import type { Permission, ScopeName } from '#lib/values/permissions.ts'
import { capitalized } from '#lib/values/text.ts'

/** The scopes that a person can grant to an app, with the texts of the consent screen. */
type Scope = {
  kind: 'see' | 'change' | 'move'
  /** The clause after "can". */
  can: string
  /** The clause after "cannot", for a scope that was not granted. */
  cannot: string
  /** A detail that the scope includes and that is not obvious. */
  detail?: string
  permissions: readonly Permission[]
}

/** The scopes of the tool server. `read_only` allows every read and nothing else; the others add to it. */
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
} as const satisfies Record<ScopeName, Scope>

export const SCOPE_NAMES = Object.keys(SCOPES) as ScopeName[]

export function isScope(name: string): name is ScopeName {
  return Object.hasOwn(SCOPES, name)
}

/** The known scopes of an OAuth scope string. Unknown ones are ignored. */
export function knownScopes(text: string | undefined): ScopeName[] {
  const requested = new Set(text?.split(' '))
  return SCOPE_NAMES.filter((name) => requested.has(name))
}

/** The permissions of a grant: those of its scopes that the person has, too. */
export function permissionsOf(scopes: readonly string[], own: ReadonlySet<Permission>): Set<Permission> {
  const granted = SCOPE_NAMES.filter((name) => scopes.includes(name)).flatMap(
    (name): readonly Permission[] => SCOPES[name].permissions,
  )
  // Every app can see the results of its requests and withdraw them, whatever its scopes.
  return new Set([...granted, 'approvals:ask' as const].filter((permission) => own.has(permission)))
}

/** The scopes that a person with these permissions can grant: those of which they have at least a part. */
export function grantableScopes(own: ReadonlySet<Permission>): ScopeName[] {
  return SCOPE_NAMES.filter((name) =>
    SCOPES[name].permissions.some((permission: Permission) => own.has(permission)),
  )
}

export function movesMoney(name: ScopeName): boolean {
  return SCOPES[name].kind === 'move'
}

/** A scope as a sentence: "Refund payments." */
export function scopeSentence(name: string): string {
  const scope: Scope | undefined = (SCOPES as Record<string, Scope>)[name]
  if (!scope) return name
  return `${capitalized(scope.can)}.`
}
