import {
  type Action,
  type Grants,
  grantsFor,
  type Level,
  permissionsIn,
  type Resource,
  WALLET_RESOURCES,
} from '#lib/domain/roles/schema/matrix.ts'
import { KEY_PERMISSIONS, type Permission } from '#lib/values/permissions.ts'

/** The permissions that a key can have, except those that move money. */
export const RESOURCES: readonly Resource[] = [
  { name: 'orders', label: 'Orders', reads: ['orders:read'], writes: ['orders:write'] },
  {
    name: 'payments',
    label: 'Payments',
    reads: ['payments:read'],
    writes: ['payments:write', 'payments:create'],
    hint: 'Create payments and change their notes. Capture is separate.',
  },
  {
    name: 'refunds',
    label: 'Refunds',
    reads: ['refunds:read'],
    writes: [],
    hint: 'Issuing refunds is separate.',
  },
  { name: 'customers', label: 'Customers', reads: ['customers:read'], writes: ['customers:write'] },
  { name: 'documents', label: 'Documents', reads: ['documents:read'], writes: ['documents:write'] },
  { name: 'bills', label: 'Bills', reads: ['bills:read'], writes: ['bills:write'] },
  ...WALLET_RESOURCES,
  {
    name: 'webhooks',
    label: 'Webhooks',
    reads: ['webhooks:read'],
    writes: ['webhooks:write'],
  },
  { name: 'events', label: 'Events', reads: ['events:read'], writes: [] },
  { name: 'balance', label: 'Balance', reads: ['balance:read'], writes: [] },
]

/** Permissions that are granted one by one, never together with a resource. */
export const ACTIONS: readonly Action[] = [
  {
    name: 'capture',
    label: 'Capture',
    permission: 'payments:capture',
    hint: 'Capture authorized payments.',
  },
  { name: 'refund', label: 'Refund', permission: 'refunds:write', hint: 'Refund payments to payers.' },
]

export const KEY_MATRIX = { resources: RESOURCES, actions: ACTIONS }

/** The permissions of a matrix, in the order of the list. */
export function scopesOf(grants: Grants): Permission[] {
  const granted = permissionsIn(KEY_MATRIX, grants)
  return KEY_PERMISSIONS.filter((permission) => granted.includes(permission))
}

/** The matrix for a list of permissions; an empty list grants all of them. */
export function grantsOf(scopes: readonly string[]): Grants {
  return grantsFor(KEY_MATRIX, (permission) => scopes.length === 0 || scopes.includes(permission))
}

/** Whether the permissions are all that a key can have. An empty list grants all of them, too. */
export function isEverything(scopes: readonly string[]): boolean {
  return scopes.length === 0 || KEY_PERMISSIONS.every((permission) => scopes.includes(permission))
}

type Preset = { name: string; label: string; for: string; warning?: string; grants: Grants }

const all = (level: Level) => Object.fromEntries(RESOURCES.map(({ name }) => [name, level]))
const some = (levels: Record<string, Level>) => ({ ...all('none'), ...levels })

/** Presets for the common uses of a key. */
export const PRESETS: readonly Preset[] = [
  {
    name: 'checkout',
    label: 'Checkout server',
    for: "Creates orders, tracks their payments and captures them. Can't refund.",
    grants: {
      levels: some({ orders: 'write', payments: 'write', customers: 'write', refunds: 'read' }),
      actions: ['capture'],
    },
  },
  {
    name: 'refunds',
    label: 'Refund tool',
    for: 'Looks up payments and refunds them. Set a refund limit.',
    grants: {
      levels: some({ orders: 'read', payments: 'read', refunds: 'read', customers: 'read' }),
      actions: ['refund'],
    },
  },
  {
    name: 'reporting',
    label: 'Reporting',
    for: 'Reads everything with an amount. Changes nothing.',
    grants: {
      levels: { ...all('read'), documents: 'none', webhooks: 'none', fund_accounts: 'none' },
      actions: [],
    },
  },
  {
    name: 'agent',
    label: 'AI agent, read-only',
    for: 'Reads the data needed to answer questions. Changes nothing.',
    grants: {
      levels: some({
        orders: 'read',
        payments: 'read',
        refunds: 'read',
        customers: 'read',
        bills: 'read',
        events: 'read',
      }),
      actions: [],
    },
  },
  {
    name: 'custom',
    label: 'Custom',
    for: 'Starts without permissions. Choose each one.',
    grants: { levels: all('none'), actions: [] },
  },
  {
    name: 'full',
    label: 'Full',
    for: 'The whole API, including endpoints added later.',
    warning: 'Moves money: captures, refunds, transfers and payouts. Prefer a smaller preset.',
    grants: { levels: all('write'), actions: ['capture', 'refund'] },
  },
]
