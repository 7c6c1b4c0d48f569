import type { Columns } from '#lib/database/query.ts'
import { GetProfile, ProfileDetails } from '#lib/domain/profile/schema.ts'
import type {
  sign_in_links as Links,
  passkeys as Stored,
  sessions,
  users,
} from '#lib/generated/prisma/client.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'

export const getProfile = defineOperation({
  name: 'get_profile',
  title: 'Get your account',
  summary: 'Returns the account of the signed-in person with the active sessions.',
  permission: 'profile:write',
  http: null,
  effect: 'read',
  input: GetProfile,
  output: ProfileDetails,
  async run(context) {
    const { actor, rows, now } = context
    const person = await ownRow(context)
    const sessions = await rows<
      Columns<sessions, 'id' | 'ip' | 'user_agent' | 'created_at' | 'last_seen_at'>
    >(
      `SELECT id, ip, user_agent, created_at, last_seen_at FROM sessions
       WHERE user_id = $1 AND ended_at IS NULL AND expires_at > $2 ORDER BY last_seen_at DESC, id DESC LIMIT 100`,
      [person.id, now],
    )
    const [second_factor = null] = await rows<{ confirmed_at: number; codes_left: number }>(
      `SELECT confirmed_at, (SELECT count(*)::int FROM recovery_codes code
         WHERE code.user_id = secret.user_id AND code.used_at IS NULL) AS codes_left
       FROM totp_secrets secret WHERE user_id = $1 AND confirmed_at IS NOT NULL`,
      [person.id],
    )
    const passkeys = await rows<Columns<Stored, 'id' | 'name' | 'backed_up' | 'created_at' | 'last_used_at'>>(
      `SELECT id, name, backed_up, created_at, last_used_at FROM passkeys
       WHERE user_id = $1 ORDER BY created_at DESC, id DESC`,
      [person.id],
    )
    const sign_in_links = await rows<
      Columns<Links, 'id' | 'issuer' | 'email' | 'created_at' | 'last_used_at'>
    >(
      `SELECT id, issuer, email, created_at, last_used_at FROM sign_in_links
       WHERE user_id = $1 ORDER BY created_at DESC, id DESC`,
      [person.id],
    )
    return {
      ...person,
      second_factor,
      passkeys,
      sign_in_links,
      sessions: sessions.map((one) => ({ ...one, own: one.id === actor.session })),
    }
  },
})

/** The person who acts. @throws record_not_found for an actor who is no person */
export async function ownRow({ actor, rows }: Context) {
  const [person] =
    actor.kind === 'user'
      ? await rows<Columns<users, 'id' | 'email' | 'name'>>(
          'SELECT id, email, name FROM users WHERE id = $1',
          [actor.id],
        )
      : []
  if (!person) throw refused('record_not_found', 'Only a person who is signed in has an account.')
  return person
}
