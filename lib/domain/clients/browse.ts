import { z } from 'zod'
import { clientsOf, findClient } from '#lib/domain/clients/find.ts'
import { Client, OneClient } from '#lib/domain/clients/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const browseClients = defineOperation({
  name: 'browse_clients',
  title: 'Browse registered clients',
  summary: 'Lists the clients registered for this merchant, newest first, in both modes.',
  permission: 'apps:read',
  http: null,
  effect: 'read',
  input: z.strictObject({}),
  output: z.object({ items: z.array(Client) }),
  run: async (context) => ({ items: await clientsOf(context) }),
})

export const viewClient = defineOperation({
  name: 'view_client',
  title: 'View a registered client',
  summary: 'Returns one registered client, without its secret.',
  permission: 'apps:read',
  http: null,
  effect: 'read',
  input: OneClient,
  output: Client,
  run: (context, { id }) => findClient(context, id),
})
