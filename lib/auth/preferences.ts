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

/** Stores the account that a person has chosen, so that they find it again after a sign-in in any browser. */
export async function keepAccount(userId: string, accountId: string): Promise<void> {
  await database().prisma.users.updateMany({ where: { id: userId }, data: { last_account_id: accountId } })
}

/** The account that a person has chosen last; null before the first choice. Whether they still may is decided later. */
export async function lastAccount(userId: string): Promise<{ merchant_id: string; mode: string } | null> {
  const { prisma } = database()
  const user = await prisma.users.findUnique({ where: { id: userId }, select: { last_account_id: true } })
  if (!user?.last_account_id) return null
  return prisma.accounts.findUnique({
    where: { id: user.last_account_id },
    select: { merchant_id: true, mode: true },
  })
}

/** The cookies that a person's kept wishes become when they sign in. */
export function preferenceCookies(user: Pick<User, Stored>): { name: string; value: string }[] {
  return STORED.filter((name) => isPreference(name, user[name])).map((name) => ({
    name: preferenceCookie(name),
    value: user[name],
  }))
}
