import { findClient } from '#lib/domain/clients/find.ts'
import { CreateClient, NewClient } from '#lib/domain/clients/schema.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { randomText } from '#lib/values/random-text.ts'
import { applicationTypeOf } from '#lib/values/redirect-uri.ts'

/** The maximum number of clients of a merchant. */
const MAX_CLIENTS = 100

export const createClient = defineOperation({
  name: 'create_client',
  title: 'Register a client',
  summary:
    'Creates a client that users of this merchant can connect, in both modes. The secret of a confidential client is shown once.',
  permission: 'apps:write',
  http: null,
  confidential: true,
  status: 201,
  input: CreateClient,
  output: NewClient,
  async run(context, { name, redirect_uris, auth_method, scopes }) {
    const { account, actor, now, rows } = context
    const registered = await context.tables.oauth_clients.count({
      where: { merchant_id: account.merchant_id, origin: 'manual' },
    })
    if (registered >= MAX_CLIENTS)
      throw refused(
        'input_validation_failed',
        `A merchant can have up to ${MAX_CLIENTS} registered clients. Delete one first.`,
      )
    const id = `client_${randomText(22)}`
    const uris = [...new Set(redirect_uris)]
    const made = auth_method === 'none' ? null : context.newSecret()
    // The same value that the authorization engine gives to self-registered clients.
    const metadata = {
      client_id: id,
      client_id_issued_at: now,
      client_name: name,
      redirect_uris: uris,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: auth_method,
      application_type: applicationTypeOf(uris),
      application_id: randomText(20),
      counterfoil_scope: scopes.join(' '),
      ...(made ? { client_secret_expires_at: 0 } : {}),
    }
    await rows(
      `INSERT INTO oauth_clients (id, name, origin, metadata, secret_hash, merchant_id, created_by, created_at)
       VALUES ($1, $2, 'manual', $3::jsonb, $4, $5, $6, $7)`,
      [
        id,
        name,
        JSON.stringify(metadata),
        made?.secret_hash ?? null,
        account.merchant_id,
        `${actor.kind}:${actor.name}`,
        now,
      ],
    )
    context.note({ name, redirect_uris: uris, auth_method, scopes })
    return { ...(await findClient(context, id)), secret: made?.secret ?? null }
  },
})
