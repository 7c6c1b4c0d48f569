import { SCOPES } from '#lib/domain/connected-apps/schema/app-scopes.ts'
import type { Text } from '#lib/messages/text.ts'
import { ROLES, type ScopeName } from '#lib/values/permissions.ts'
import { capitalized } from '#lib/values/text.ts'

type Key =
  Exclude<ScopeName, 'read_only'> extends `${infer Noun}:write` ? `${Noun}_write` | 'read_only' : never

type MoneyScope = {
  [Name in ScopeName]: (typeof SCOPES)[Name]['kind'] extends 'move' ? Name : never
}[ScopeName]

/** The permissions of the scopes that move money: they are named where a role has only some of them. */
type MoneyPermission = (typeof SCOPES)[MoneyScope]['permissions'][number]
type PermissionKey<Of extends string = MoneyPermission> = Of extends `${infer Noun}:${infer Verb}`
  ? `${Noun}_${Verb}`
  : never

function keyOf(name: ScopeName): Key {
  return name.replace(':', '_') as Key
}

/** The clause after "can", in the language of the reader. */
export function canText(t: Text, name: ScopeName): string {
  return t(`consent.${keyOf(name)}`)
}

/** The clause after "cannot". */
export function cannotText(t: Text, name: ScopeName): string {
  return t(`consent.${keyOf(name)}_cannot`)
}

export function scopeText(t: Text, name: ScopeName): string {
  const clause = canText(t, name)
  const end = /\p{Script=Devanagari}/u.test(clause) ? '।' : '.'
  return `${capitalized(clause)}${end}`
}

/** What the scope includes that is not obvious. */
export function detailText(t: Text, name: ScopeName): string | null {
  return 'detail' in SCOPES[name] ? t('consent.read_only_detail') : null
}

/** The action that a permission of a scope allows, after "permission to". */
export function moneyPermissionText(t: Text, permission: MoneyPermission): string {
  return t(`consent.permission_${permission.replace(':', '_') as PermissionKey}`)
}

/** The name of a role. A role of the merchant keeps the name that the merchant gave it, in every language. */
export function roleText(t: Text, name: string): string {
  const builtIn = ROLES.find((role) => role === name)
  return builtIn ? t(`consent.role_${builtIn}`) : name
}
