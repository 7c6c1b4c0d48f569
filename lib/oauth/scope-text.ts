import { SCOPES, type ScopeName } from '#lib/domain/connected-apps/schema/app-scopes.ts'
import type { Text } from '#lib/messages/text.ts'
import type { Role } from '#lib/permissions.ts'

type Key =
  Exclude<ScopeName, 'read_only'> extends `${infer Noun}:write` ? `${Noun}_write` | 'read_only' : never

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

/** The scope as a sentence. */
export function scopeText(t: Text, name: ScopeName): string {
  const clause = canText(t, name)
  const end = /\p{Script=Devanagari}/u.test(clause) ? '।' : '.'
  return `${clause.charAt(0).toUpperCase()}${clause.slice(1)}${end}`
}

/** What the scope includes that is not obvious. */
export function detailText(t: Text, name: ScopeName): string | null {
  return 'detail' in SCOPES[name] ? t('consent.read_only_detail') : null
}

export function roleText(t: Text, role: Role): string {
  return t(`consent.role_${role}`)
}
