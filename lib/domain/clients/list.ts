import { z } from 'zod'
import { described, MANUAL } from '#lib/domain/clients/find.ts'
import { Client } from '#lib/domain/clients/schema.ts'
import { prefix } from '#lib/domain/conditions.ts'
import { filter, textCondition } from '#lib/domain/filters.ts'
import { defineList } from '#lib/domain/list.ts'

/** Whether a client authenticates with a secret. */
export const ClientType = z.enum(['public', 'confidential'], 'Type must be public or confidential.')

/** The clients registered for this merchant, in both modes. */
export const { list: listClientsForDashboard, export: exportClients } = defineList({
  noun: 'clients',
  table: 'oauth_clients',
  owner: 'merchant_id',
  permission: 'apps:read',
  item: Client,
  filters: {
    name: filter(textCondition(80), (name) => prefix('lower(name)', name.toLowerCase())),
    type: filter(ClientType, (type) => [
      {
        sql: `(metadata->>'token_endpoint_auth_method' = 'none') = ?`,
        values: [type === 'public'],
      },
    ]),
    /** Whether the client has an active connection. */
    connected: filter(z.boolean(), (yes, { now }) => [
      {
        sql: `EXISTS (SELECT FROM oauth_grants WHERE client_id = oauth_clients.id AND revoked_at IS NULL AND expires_at > ?) = ?`,
        values: [now, yes],
      },
    ]),
  },
  scope: () => [{ sql: MANUAL, values: [] }],
  currency: null,
  show: described,
})
