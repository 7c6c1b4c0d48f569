import { findClient } from '#lib/domain/clients/find.ts'
import { Client, OneClient } from '#lib/domain/clients/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const getClientDetails = defineOperation({
  name: 'get_client_details',
  title: 'Get the details of a registered client',
  summary: 'Returns one registered client, without its secret.',
  permission: 'apps:read',
  http: null,
  effect: 'read',
  input: OneClient,
  output: Client,
  run: (context, { id }) => findClient(context, id),
})
