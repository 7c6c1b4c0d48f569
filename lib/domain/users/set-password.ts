import { endGrants } from '#lib/domain/connected-apps/end-grant.ts'
import type { Tables } from '#lib/pipeline/operation.ts'

/**
 * Sets a new password. The old one may have been stolen, so everything that it authorized ends at once: every session
 * except the current one, and every grant of the person to an app, in every merchant.
 * @param passwordHash made by lib/auth/password.ts
 * @param at in milliseconds
 * @param keep the session that continues
 * @returns how many sessions and grants ended
 */
export async function setPassword(
  tables: Tables,
  userId: string,
  passwordHash: string,
  at: number,
  { by, keep = null }: { by: string; keep?: string | null },
): Promise<{ sessions: number; grants: number }> {
  const now = Math.floor(at / 1000)
  await tables.users.update({ where: { id: userId }, data: { password_hash: passwordHash } })
  const { count } = await tables.sessions.updateMany({
    where: { user_id: userId, ended_at: null, ...(keep === null ? {} : { id: { not: keep } }) },
    data: { ended_at: now },
  })
  if (keep !== null)
    await tables.sessions.updateMany({ where: { id: keep, user_id: userId }, data: { confirmed_at: null } })
  const rows = <Row>(text: string, values: unknown[]) => tables.$queryRawUnsafe<Row[]>(text, ...values)
  return { sessions: count, grants: await endGrants(rows, { user_id: userId }, 'password_changed', now, by) }
}
