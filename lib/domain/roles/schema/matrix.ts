import { PERMISSIONS, type Permission } from '#lib/values/permissions.ts'

/** One row of a permission matrix: the permissions for reading, and those that writing adds. */
export type Resource = {
  name: string
  label: string
  reads: readonly Permission[]
  writes: readonly Permission[]
  /** Explains what writing means where the name does not. */
  hint?: string
}

/** The rows of wallets, in the matrix of keys and in that of roles. */
export const WALLET_RESOURCES: readonly Resource[] = [
  { name: 'wallets', label: 'Wallets', reads: ['wallets:read'], writes: [] },
  {
    name: 'transfers',
    label: 'Transfers',
    reads: ['transfers:read'],
    writes: ['transfers:write'],
    hint: 'Write access moves money into wallets.',
  },
  {
    name: 'fund_accounts',
    label: 'Fund accounts',
    reads: ['fund_accounts:read'],
    writes: ['fund_accounts:write'],
  },
  {
    name: 'payouts',
    label: 'Payouts',
    reads: ['payouts:read'],
    writes: ['payouts:write'],
    hint: 'Write access sends money from wallets to bank accounts.',
  },
]

/** A permission that is granted by itself, never together with a resource. */
export type Action = { name: string; label: string; permission: Permission; hint: string }

/** The rows of a matrix, and the boxes below it. */
export type Matrix = { resources: readonly Resource[]; actions: readonly Action[] }

export const LEVELS = ['none', 'read', 'write'] as const
export type Level = (typeof LEVELS)[number]

export type Grants = { levels: Record<string, Level>; actions: string[] }

/** The permissions of a filled-in matrix, in the order of the list. */
export function permissionsIn({ resources, actions }: Matrix, grants: Grants): Permission[] {
  const granted = new Set<Permission>()
  for (const { name, reads, writes } of resources) {
    const level = grants.levels[name] ?? 'none'
    if (level !== 'none') for (const permission of reads) granted.add(permission)
    if (level === 'write') for (const permission of writes) granted.add(permission)
  }
  for (const { name, permission } of actions) if (grants.actions.includes(name)) granted.add(permission)
  return PERMISSIONS.filter((permission) => granted.has(permission))
}

/** The matrix for some permissions: a resource counts as written if all its write permissions are there. */
export function grantsFor({ resources, actions }: Matrix, has: (permission: Permission) => boolean): Grants {
  const levels = resources.map(({ name, reads, writes }): [string, Level] => {
    if (writes.length > 0 && writes.every(has)) return [name, 'write']
    return [name, (reads.length > 0 && reads.every(has)) || writes.some(has) ? 'read' : 'none']
  })
  return {
    levels: Object.fromEntries(levels),
    actions: actions.filter(({ permission }) => has(permission)).map(({ name }) => name),
  }
}

export function matrixFields({ levels, actions }: Grants): Record<string, string> {
  return Object.fromEntries([
    ...Object.entries(levels).map(([name, level]) => [`level.${name}`, level]),
    ...actions.map((name) => [`action.${name}`, 'on']),
  ])
}

/** The matrix that the fields of its form fill in. */
export function grantsOfForm(
  { resources, actions }: Matrix,
  textOf: (name: string) => string | undefined,
): Grants {
  const levels = resources.map(({ name }) => {
    const level = LEVELS.find((one) => one === textOf(`level.${name}`))
    return [name, level ?? 'none'] as const
  })
  return {
    levels: Object.fromEntries(levels),
    actions: actions.filter(({ name }) => textOf(`action.${name}`) !== undefined).map(({ name }) => name),
  }
}
