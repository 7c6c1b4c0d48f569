import type { Rows } from '#lib/database/query.ts'
import { lowestThresholdOf } from '#lib/domain/approvals/requester.ts'
import { oneAtATime } from '#lib/domain/connected-apps/revoke.ts'
import { assertConnectable, limitsFor, whyNotLet } from '#lib/domain/connected-apps/rules.ts'
import { knownScopes, movesMoney } from '#lib/domain/connected-apps/schema/app-scopes.ts'
import { AppPolicy, ConnectApp, ConnectedApp } from '#lib/domain/connected-apps/schema.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { formatMoney } from '#lib/values/money-text.ts'

export const connectApp = defineOperation({
  name: 'connect_app',
  title: 'Connect an app',
  summary: 'Connects an app to the deciding user, with scopes and limits, in this account only.',
  permission: 'apps:connect',
  confirm: 'sometimes',
  confirmEachTime: true,
  http: null,
  input: ConnectApp,
  output: ConnectedApp,
  async run(context, { client, request, session, ...grant }) {
    const { account, actor, now, rows } = context
    if (actor.kind !== 'user')
      throw refused('permission_denied', 'Only a user of the dashboard can connect an app.')
    if (knownScopes(grant.scopes.join(' ')).some(movesMoney) && !context.confirmed)
      throw refused('password_required', 'Enter your password to continue.', {
        field: 'password',
      })
    await oneAtATime(context)
    await assertStaff(context)
    await assertSignedIn(context, session)
    // A concurrent block or change of the policy either waits or commits before the policy is read.
    await rows('SELECT 1 FROM merchants WHERE id = $1 FOR SHARE', [account.merchant_id])
    const policy = (await policiesOf(rows, [account.merchant_id], client.id)).get(account.merchant_id)
    const why = policy ? whyNotLet(policy, client, grant.redirect_host) : undefined
    if (why !== null) throw refused('app_not_allowed', why)
    const limits = limitsFor(grant.scopes, grant)
    const threshold = await lowestThresholdOf(context, actor.id)
    assertConnectable(limits, threshold, formatMoney(threshold ?? 0, account.currency))
    // A client whose ID is the URL of its metadata is recorded from here on, so that it can be listed and blocked.
    if (client.origin === 'document')
      await rows(
        `INSERT INTO oauth_clients (id, name, origin, metadata, created_at) VALUES ($1, $2, 'document', '{}', $3)
         ON CONFLICT (id) DO NOTHING`,
        [client.id, client.name, now],
      )
    await rows('UPDATE oauth_clients SET granted_at = $2 WHERE id = $1 AND granted_at IS NULL', [
      client.id,
      now,
    ])
    const [row] = await rows(
      `INSERT INTO oauth_grants (account_id, id, user_id, client_id, client_name, scopes, limit_per_call, limit_per_day,
                                 redirect_host, created_at, updated_at, expires_at, replaces)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11, $12) RETURNING *`,
      [
        account.id,
        grant.id,
        actor.id,
        client.id,
        client.name,
        grant.scopes,
        limits.limit_per_call,
        limits.limit_per_day,
        grant.redirect_host,
        now,
        grant.expires_at,
        grant.replaces,
      ],
    )
    // Recorded with the grant and not after it, so that only one of several decisions on a request grants anything.
    if (request !== undefined) {
      const result = { login: { accountId: actor.id, remember: false }, consent: { grantId: grant.id } }
      const counts = await recordDecision(rows, request, result, grant.scopes)
      if (!counts) throw refused('app_not_allowed', 'This request was already decided.')
    }
    context.note({
      client_id: client.id,
      client_name: client.name,
      scopes: grant.scopes,
      ...limits,
      ...(grant.replaces.length > 0 ? { replaces: grant.replaces } : {}),
    })
    return ConnectedApp.parse(row)
  },
})

/** A password change, which is serialized by `oneRequestAtATime`, may have ended the session since the page was opened. */
async function assertSignedIn({ actor, rows }: Context, session: string | undefined): Promise<void> {
  if (session === undefined) return
  const found = await rows('SELECT 1 FROM sessions WHERE id = $1 AND user_id = $2 AND ended_at IS NULL', [
    session,
    actor.id,
  ])
  if (found.length === 0)
    throw refused('permission_denied', 'Your session has ended. Sign in, then review the request again.')
}

/** Disabling or removing a person is serialized by `oneRequestAtATime`, too, and may have come first. */
async function assertStaff({ account, actor, rows }: Context): Promise<void> {
  const found = await rows(
    `SELECT 1 FROM memberships membership JOIN users person ON person.id = membership.user_id
     WHERE membership.merchant_id = $1 AND person.id = $2 AND person.disabled_at IS NULL`,
    [account.merchant_id, actor.id],
  )
  if (found.length === 0) throw refused('permission_denied', 'You no longer have access to this merchant.')
}

/**
 * Records the decision on a consent request. One statement decides, so that the first of several concurrent decisions
 * counts, also when one allows and another denies.
 * @param request the ID of the consent request
 * @param scopes the allowed scopes, which the token gets in place of the requested ones
 * @returns whether this decision is the one that counts
 */
export async function recordDecision(
  rows: Rows,
  request: string,
  result: object,
  scopes: readonly string[] = [],
): Promise<boolean> {
  const response = await rows(
    `UPDATE oauth_artifacts SET payload = payload || jsonb_build_object('result', $2::jsonb) ||
       CASE WHEN $3 = '' THEN '{}'::jsonb
       ELSE jsonb_build_object('params', payload -> 'params' || jsonb_build_object('scope', $3::text)) END
     WHERE kind = 'Interaction' AND id_hash = sha256(convert_to($1, 'UTF8')) AND NOT payload ? 'result' RETURNING kind`,
    [request, JSON.stringify(result), scopes.join(' ')],
  )
  return response.length > 0
}

type PolicyRow = AppPolicy & { id: string }

/** The settings of some merchants for one app and for apps in general, by the ID of the merchant. */
export async function policiesOf(
  rows: Rows,
  merchantIds: readonly string[],
  clientId: string,
): Promise<Map<string, AppPolicy>> {
  const found = await rows<PolicyRow>(
    `SELECT merchant.id, merchant.oauth_self_registered AS self_registered, merchant.oauth_redirect_hosts AS redirect_hosts,
            EXISTS (SELECT 1 FROM oauth_clients WHERE id = $2 AND merchant_id <> merchant.id) AS elsewhere,
            EXISTS (SELECT 1 FROM oauth_blocks WHERE merchant_id = merchant.id AND client_id = $2) AS blocked
     FROM merchants merchant WHERE merchant.id = ANY($1::text[])`,
    [merchantIds, clientId],
  )
  return new Map(found.map((row) => [row.id, AppPolicy.parse(row)]))
}
