import { BASE_PERMISSIONS, PERMISSION_LABELS, PERMISSIONS, type Permission } from '#lib/values/permissions.ts'
import { capitalized } from '#lib/values/text.ts'
import {
  type Grants,
  grantsFor,
  type Matrix,
  permissionsIn,
  type Resource,
  WALLET_RESOURCES,
} from './matrix.ts'

type Group = { label: string; resources: readonly Resource[] }

/** The permissions of a role by resource, except those that stand alone. */
const GROUPS: readonly Group[] = [
  {
    label: 'Payments',
    resources: [
      { name: 'orders', label: 'Orders', reads: ['orders:read'], writes: ['orders:write'] },
      {
        name: 'payments',
        label: 'Payments',
        reads: ['payments:read'],
        writes: ['payments:write'],
        hint: 'Write access changes notes. Capture is separate.',
      },
      {
        name: 'refunds',
        label: 'Refunds',
        reads: ['refunds:read'],
        writes: [],
        hint: 'Issuing refunds is separate.',
      },
      {
        name: 'balance',
        label: 'Balance and settlements',
        reads: ['balance:read'],
        writes: ['settlements:write'],
        hint: 'Write access matches settlements with bank statements.',
      },
    ],
  },
  {
    label: 'Customers',
    resources: [
      { name: 'customers', label: 'Customers', reads: ['customers:read'], writes: ['customers:write'] },
      { name: 'documents', label: 'Documents', reads: ['documents:read'], writes: ['documents:write'] },
      { name: 'bills', label: 'Bills', reads: ['bills:read'], writes: ['bills:write'] },
      { name: 'mails', label: 'Emails', reads: ['mails:read'], writes: ['mails:write'] },
    ],
  },
  {
    label: 'Wallets',
    resources: WALLET_RESOURCES,
  },
  {
    label: 'Developers',
    resources: [
      { name: 'keys', label: 'API keys', reads: ['keys:read'], writes: ['keys:write'] },
      { name: 'webhooks', label: 'Webhooks', reads: ['webhooks:read'], writes: ['webhooks:write'] },
      { name: 'events', label: 'Events', reads: ['events:read'], writes: [] },
      { name: 'requests', label: 'Request logs', reads: ['requests:read'], writes: [] },
      {
        name: 'apps',
        label: 'Connected apps',
        reads: ['apps:read'],
        writes: ['apps:write'],
        hint: 'The apps of others, and the policy for apps.',
      },
    ],
  },
  {
    label: 'Business',
    resources: [
      {
        name: 'approvals',
        label: 'Approvals',
        reads: ['approvals:read'],
        writes: ['approvals:write'],
        hint: 'Write access approves and rejects requests.',
      },
      {
        name: 'team',
        label: 'Team',
        reads: ['team:read'],
        writes: ['team:write'],
        hint: 'Write access changes people and roles.',
      },
      { name: 'audit', label: 'Audit log', reads: ['audit:read'], writes: [] },
    ],
  },
]

/** The matrix of a role, with the permissions that stand alone as boxes below it. */
export const ROLE_MATRIX: Matrix & { groups: readonly Group[] } = {
  groups: GROUPS,
  resources: GROUPS.flatMap(({ resources }) => resources),
  actions: [
    {
      name: 'capture',
      label: 'Capture',
      permission: 'payments:capture',
      hint: 'Capture authorized payments.',
    },
    { name: 'refund', label: 'Refund', permission: 'refunds:write', hint: 'Refund payments to payers.' },
    {
      name: 'create',
      label: 'Create payments',
      permission: 'payments:create',
      hint: 'Create payments through the API and connected apps.',
    },
    {
      name: 'export',
      label: 'Export',
      permission: 'exports:read',
      hint: 'Download the lists and statements that the role can see as files.',
    },
    {
      name: 'settings',
      label: 'Settings',
      permission: 'business:write',
      hint: 'Change the business, payment settings and approval thresholds.',
    },
    {
      name: 'account',
      label: 'Account data',
      permission: 'account:write',
      hint: 'Export all data, delete test data and delete the business.',
    },
    {
      name: 'connect',
      label: 'Connect apps',
      permission: 'apps:connect',
      hint: 'Let apps act within the permissions of the role.',
    },
  ],
}

/** The permissions of a filled-in matrix, with those of every role. */
export function permissionsOfGrants(grants: Grants): Permission[] {
  const granted = [...permissionsIn(ROLE_MATRIX, grants), ...BASE_PERMISSIONS]
  return PERMISSIONS.filter((permission) => granted.includes(permission))
}

export function grantsOfRole(permissions: readonly string[]): Grants {
  return grantsFor(ROLE_MATRIX, (permission) => permissions.includes(permission))
}

/** What moves money, or the account that it goes to. */
const MOVES_MONEY: readonly Permission[] = [
  'payments:capture',
  'payments:create',
  'refunds:write',
  'transfers:write',
  'payouts:write',
]

/** What decides about limits, and who is held to them. */
const DECIDES: readonly Permission[] = [
  'approvals:write',
  'business:write',
  'keys:write',
  'apps:write',
  'team:write',
  'account:write',
  'security:write',
]

/** The permissions that take a second person to add to a role, once the merchant has a threshold. */
export const GUARDED_PERMISSIONS: readonly Permission[] = [...MOVES_MONEY, 'fund_accounts:write', ...DECIDES]

type RoleSentences = { title: string; sentences: string[] }

/** What a person with some permissions can do: what they see, what they change, and what money they move. */
export function sentencesOf(permissions: readonly Permission[]): RoleSentences[] {
  const has = (permission: Permission) => permissions.includes(permission)
  const sees = (permission: Permission) => permission.endsWith(':read')
  const groups = [
    ['Move money', MOVES_MONEY.filter(has)],
    ['Change', permissions.filter((each) => !sees(each) && !MOVES_MONEY.includes(each))],
    ['See', permissions.filter(sees)],
  ] as const
  return groups
    .filter(([, named]) => named.length > 0)
    .map(([title, named]) => ({ title, sentences: named.map(sentenceOf) }))
}

/** "Issue refunds" */
export function sentenceOf(permission: Permission): string {
  return capitalized(PERMISSION_LABELS[permission])
}
