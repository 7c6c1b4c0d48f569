import { ConnectApp, ConnectedApp } from '#lib/domain/connected-apps/schema.ts'
import { refused } from '#lib/errors.ts'
import { defineOperation } from '#lib/operation.ts'

export const connectApp = defineOperation({
  name: 'connect_app',
  title: 'Connect an app',
  summary:
    'Lets a program act for the person who decides it, within scopes and limits, in this account only.',
  permission: 'apps:connect',
  http: null,
  input: ConnectApp,
  output: ConnectedApp,
  async run(context, { client, ...grant }) {
    const { account, actor, now, rows } = context
    if (actor.kind !== 'user')
      throw refused('permission_denied', 'Only a person can let a program act for them.')
    const [policy] = await rows<{
      blocked: boolean
      elsewhere: boolean
      self_registered: boolean
      hosts: string[]
    }>(
      `SELECT merchant.oauth_self_registered AS self_registered, merchant.oauth_redirect_hosts AS hosts,
              EXISTS (SELECT 1 FROM oauth_clients WHERE id = $2 AND merchant_id <> merchant.id) AS elsewhere,
              EXISTS (SELECT 1 FROM oauth_blocks WHERE merchant_id = merchant.id AND client_id = $2) AS blocked
       FROM merchants merchant WHERE merchant.id = $1`,
      [account.merchant_id, client.id],
    )
    if (!policy || policy.blocked) throw refused('app_not_allowed', 'This merchant has blocked this program.')
    if (policy.elsewhere)
      throw refused('app_not_allowed', 'This program was made for another merchant. Choose that one.')
    if (!policy.self_registered && client.origin !== 'manual') throw refused('app_not_allowed')
    if (policy.hosts.length > 0 && client.origin !== 'manual' && !policy.hosts.includes(grant.redirect_host))
      throw refused(
        'app_not_allowed',
        `This merchant does not let programs lead back to ${grant.redirect_host}. An owner or admin can add it under connected apps.`,
      )
    // A client whose id is the address of its metadata is on record from here on, so that it can be listed and blocked.
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
                                 redirect_host, created_at, updated_at, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11) RETURNING *`,
      [
        account.id,
        grant.id,
        actor.id,
        client.id,
        client.name,
        grant.scopes,
        grant.limit_per_call,
        grant.limit_per_day,
        grant.redirect_host,
        now,
        grant.expires_at,
      ],
    )
    context.note({ client_id: client.id, client_name: client.name, scopes: grant.scopes })
    return ConnectedApp.parse(row)
  },
})
