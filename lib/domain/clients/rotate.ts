import { lockClient } from '#lib/domain/clients/find.ts'
import { NewClient, OneClient } from '#lib/domain/clients/schema.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const rotateClientSecret = defineOperation({
  name: 'rotate_client_secret',
  title: 'Rotate the secret of a client',
  summary:
    'Replaces the secret of a client with a new one, shown once. The old secret stops working; connections stay.',
  permission: 'apps:write',
  http: null,
  confidential: true,
  input: OneClient,
  output: NewClient,
  async run(context, { id }) {
    const client = await lockClient(context, id)
    if (client.auth_method === 'none') throw refused('client_is_public')
    const { secret, secret_hash } = context.newSecret()
    await context.rows('UPDATE oauth_clients SET secret_hash = $3 WHERE merchant_id = $1 AND id = $2', [
      context.account.merchant_id,
      id,
      secret_hash,
    ])
    context.note({ name: client.name })
    return { ...client, secret }
  },
})
