import type { User } from '#lib/auth/sessions.ts'
import { database } from '#lib/database/client.ts'
import { isPreference, type PreferenceName, preferenceCookie } from '#lib/values/preferences.ts'

/** The preferences stored on the user; the others are stored in the browser. */
const STORED = ['theme', 'grouping', 'time_zone'] as const
type Stored = (typeof STORED)[number]

/** Stores a preference on the user, so that it applies in every browser. */
export async function keepPreference(userId: string, name: PreferenceName, value: string): Promise<void> {
  const column = STORED.find((stored) => stored === name)
  if (column) await database().prisma.users.updateMany({ where: { id: userId }, data: { [column]: value } })
}

/** The cookies that a person's kept wishes become when they sign in. */
export function preferenceCookies(user: Pick<User, Stored>): { name: string; value: string }[] {
  return STORED.filter((name) => isPreference(name, user[name])).map((name) => ({
    name: preferenceCookie(name),
    value: user[name],
  }))
}
