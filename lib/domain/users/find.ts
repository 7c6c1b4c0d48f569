import { assertRoleWithinOwn } from '#lib/domain/roles/grant.ts'
import { refused } from '#lib/pipeline/errors.ts'
import type { Context } from '#lib/pipeline/operation.ts'

type Person = { id: string; email: string; name: string; disabled_at: number | bigint | null }

/**
 * A person, locked: a concurrent sign-in, consent or new key of theirs finishes before, or sees the change. People see
 * only persons of their own merchants; the platform sees everyone.
 * @throws record_not_found
 */
export async function lockPerson(context: Context, email: string): Promise<Person> {
  const [person] = await context.rows<Person>(
    'SELECT id, email, name, disabled_at FROM users WHERE lower(email) = $1 FOR UPDATE',
    [email],
  )
  const merchants = person ? await merchantsOf(context, person.id) : []
  if (!person || !(context.actor.kind === 'system' || merchants.includes(context.account.merchant_id)))
    throw refused('record_not_found', `There is no user with the email ${email}.`, {
      field: 'email',
    })
  return person
}

export async function merchantsOf({ rows }: Context, userId: string): Promise<string[]> {
  const found = await rows<{ merchant_id: string }>(
    'SELECT merchant_id FROM memberships WHERE user_id = $1 ORDER BY merchant_id',
    [userId],
  )
  return found.map(({ merchant_id }) => merchant_id)
}

/**
 * Checks that a person may decide about another one: whose role has no permission that they lack.
 * @throws permission_denied
 */
export async function assertManages(context: Context, userId: string): Promise<void> {
  const { tables, account } = context
  const membership = await tables.memberships.findUnique({
    where: { merchant_id_user_id: { merchant_id: account.merchant_id, user_id: userId } },
  })
  if (membership) await assertRoleWithinOwn(context, membership.role)
}

/** Ends the pending invitations that a person sent: their links would let in whom no one else chose. */
export async function endInvitations(context: Context, userId: string, merchants: string[]): Promise<void> {
  await context.tables.invitations.updateMany({
    where: { invited_by_id: userId, merchant_id: { in: merchants }, accepted_at: null, withdrawn_at: null },
    data: { withdrawn_at: context.now, withdrawn_by: context.actor.name },
  })
}

/** Ends every session of a person. @returns how many */
export async function endSessions({ rows, now }: Context, userId: string): Promise<number> {
  const ended = await rows(
    'UPDATE sessions SET ended_at = $2 WHERE user_id = $1 AND ended_at IS NULL AND expires_at > $2 RETURNING id',
    [userId, now],
  )
  return ended.length
}

/**
 * Locks merchants, so that concurrent removals of two owners run in turn, and checks that each merchant keeps an owner
 * who can sign in.
 * @throws last_owner
 */
export async function assertAnotherOwner(
  context: Context,
  userId: string,
  merchants: string[],
): Promise<void> {
  await context.rows('SELECT 1 FROM merchants WHERE id = ANY($1::text[]) ORDER BY id FOR UPDATE', [merchants])
  const error = await lastOwnerError(context, userId, merchants)
  if (error) throw error
}

/** Why a person can't leave, lose the role or be disabled: a merchant would have no owner; null where one remains. */
export async function lastOwnerError({ rows }: Pick<Context, 'rows'>, userId: string, merchants: string[]) {
  const [left] = await rows<{ name: string }>(
    `SELECT merchant.name FROM memberships own JOIN merchants merchant ON merchant.id = own.merchant_id
     WHERE own.user_id = $1 AND own.role = 'owner' AND own.merchant_id = ANY($2::text[]) AND NOT EXISTS (
       SELECT 1 FROM memberships other JOIN users person ON person.id = other.user_id AND person.disabled_at IS NULL
       WHERE other.merchant_id = own.merchant_id AND other.role = 'owner' AND other.user_id <> $1)
     LIMIT 1`,
    [userId, merchants],
  )
  return left
    ? refused(
        'last_owner',
        `This is the only owner of ${left.name} who can sign in. Make another user an owner first.`,
      )
    : null
}
