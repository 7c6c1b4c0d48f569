import { lockClient } from '#lib/domain/clients/find.ts'
import { Client, DeleteClient } from '#lib/domain/clients/schema.ts'
import { endGrants } from '#lib/domain/connected-apps/end-grant.ts'
import { assertTyped } from '#lib/domain/typed-name.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const deleteClient = defineOperation({
  name: 'delete_client',
  title: 'Delete a registered client',
  summary: "Deletes a client. Its connections end immediately, and its ID can't be used again.",
  permission: 'apps:write',
  http: null,
  input: DeleteClient,
  output: Client,
  async run(context, { id, typed_name }) {
    const client = await lockClient(context, id)
    assertTyped(context, typed_name, client.name, 'delete this client')
    const ended = await endGrants(
      context.rows,
      { client_id: id },
      'client_deleted',
      context.now,
      context.actor.name,
    )
    await context.rows('DELETE FROM oauth_clients WHERE merchant_id = $1 AND id = $2', [
      context.account.merchant_id,
      id,
    ])
    context.note({ name: client.name, ended })
    return client
  },
})
