import { recordNotFound } from '#lib/domain/record.ts'
import { lastOwnerError } from '#lib/domain/users/find.ts'
import { people } from '#lib/domain/users/list.ts'
import { GetPersonDetails, PersonDetails } from '#lib/domain/users/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const getPersonDetails = defineOperation({
  name: 'get_person_details',
  title: 'Get the details of a person',
  summary:
    'Returns one person of the team with the role, and the sessions, connected apps and API keys that are active.',
  permission: 'team:read',
  http: null,
  effect: 'read',
  input: GetPersonDetails,
  output: PersonDetails,
  async run(context, { id }) {
    const { account, tables, rows, now } = context
    const membership = await tables.memberships.findUnique({
      where: { merchant_id_user_id: { merchant_id: account.merchant_id, user_id: id } },
    })
    if (!membership) throw recordNotFound('user', id)
    const [person] = await people(context, [membership])
    const [[counts], keys] = await Promise.all([
      rows<{
        sessions: number
        apps: number
        elsewhere: boolean
        authenticator_app: boolean
        passkeys: number
      }>(
        `SELECT (SELECT count(*)::int FROM sessions WHERE user_id = $1 AND ended_at IS NULL AND expires_at > $3) AS sessions,
                (SELECT count(*)::int FROM oauth_grants g JOIN accounts account ON account.id = g.account_id
                 WHERE g.user_id = $1 AND account.merchant_id = $2 AND g.revoked_at IS NULL AND g.expires_at > $3) AS apps,
                EXISTS (SELECT 1 FROM totp_secrets WHERE user_id = $1 AND confirmed_at IS NOT NULL) AS authenticator_app,
                (SELECT count(*)::int FROM passkeys WHERE user_id = $1) AS passkeys,
                EXISTS (SELECT 1 FROM memberships WHERE user_id = $1 AND merchant_id <> $2) AS elsewhere`,
        [id, account.merchant_id, now],
      ),
      rows<{ id: string; name: string; mode: string }>(
        `SELECT key.id, key.name, account.mode FROM api_keys key JOIN accounts account ON account.id = key.account_id
         WHERE account.merchant_id = $1 AND key.created_by = $2 AND key.revoked_at IS NULL
           AND (key.expires_at IS NULL OR key.expires_at > $3) ORDER BY key.id LIMIT 100`,
        [account.merchant_id, `user:${person?.email}`, now],
      ),
    ])
    const last = await lastOwnerError(context, id, [account.merchant_id])
    return {
      ...person,
      ...counts,
      keys,
      end_access_error: last && { reason: last.reason, description: last.shown },
    }
  },
})
