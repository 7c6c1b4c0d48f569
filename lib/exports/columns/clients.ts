import type { Client } from '#lib/domain/clients/schema.ts'
import type { CsvCell } from '#lib/values/csv.ts'
import { creatorCell, timestampColumns } from './shared.ts'

/** The columns of the file of registered clients. Their secrets are in no list. */
export function columnsOf(zone: string): [name: string, cell: (client: Client) => CsvCell][] {
  return [
    ['client_id', (client) => client.id],
    ...timestampColumns<Client>('created', zone, (client) => client.created_at),
    ['name', (client) => client.name],
    ['type', (client) => (client.auth_method === 'none' ? 'public' : 'confidential')],
    ['authentication_method', (client) => client.auth_method],
    ['redirect_uris', (client) => client.redirect_uris.join(' ')],
    ['default_scopes', (client) => client.scopes.join(' ')],
    ['connections', (client) => client.connections],
    ...timestampColumns<Client>('last_used', zone, (client) => client.last_used_at),
    ['created_by', (client) => creatorCell(client.created_by)],
  ]
}
