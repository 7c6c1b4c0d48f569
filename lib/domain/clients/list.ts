import { prefix } from '#lib/database/conditions.ts'
import { described, MANUAL } from '#lib/domain/clients/find.ts'
import { Client } from '#lib/domain/clients/schema.ts'
import { choice, either, text } from '#lib/domain/filters.ts'
import { defineList } from '#lib/domain/list.ts'

export const CLIENT_FILTERS = [
  text('name', 80, {
    label: 'Name',
    placeholder: 'Beginning of the name',
    where: (name) => prefix('lower(name)', name.toLowerCase()),
  }),
  /** Whether it authenticates with a secret. */
  choice('type', ['public', 'confidential'], {
    label: 'Type',
    words: { public: 'public', confidential: 'confidential' },
    where: (type) => [
      { sql: "(metadata->>'token_endpoint_auth_method' = 'none') = ?", values: [type === 'public'] },
    ],
  }),
  /** Whether it has an active connection. */
  either('connected', {
    label: 'Status',
    values: ['yes', 'no'],
    words: ['connected', 'not connected'],
    where: (yes, { now }) => [
      {
        sql: 'EXISTS (SELECT FROM oauth_grants WHERE client_id = oauth_clients.id AND revoked_at IS NULL AND expires_at > ?) = ?',
        values: [now, yes],
      },
    ],
  }),
]

/** The clients registered for this merchant, in both modes. */
export const { list: listClientsForDashboard, export: exportClients } = defineList({
  noun: 'clients',
  table: 'oauth_clients',
  owner: 'merchant_id',
  permission: 'apps:read',
  item: Client,
  filters: CLIENT_FILTERS,
  scope: () => [{ sql: MANUAL, values: [] }],
  currency: null,
  show: described,
})
