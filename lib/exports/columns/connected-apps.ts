import type { ListedApp } from '#lib/domain/connected-apps/schema.ts'
import type { CsvCell } from '#lib/values/csv.ts'
import { limitColumns, timestampColumns } from './shared.ts'

/** The columns of the file of connected apps. Tokens are stored as digests, and are in no list. */
export function columnsOf(
  zone: string,
  currency: string,
): [name: string, cell: (app: ListedApp) => CsvCell][] {
  return [
    ['connection_id', (app) => app.id],
    ...timestampColumns<ListedApp>('connected', zone, (app) => app.created_at),
    ['status', statusOf],
    ['name', (app) => app.client_name],
    ['client_id', (app) => app.client_id],
    ['registration', (app) => app.client_origin],
    ['redirect_host', (app) => app.redirect_host],
    ['connected_by', (app) => app.user_email],
    ['scopes', (app) => app.scopes.join(' ')],
    ...limitColumns<ListedApp>('limit_per_call', currency, (app) => app.limit_per_call),
    ...limitColumns<ListedApp>('limit_per_day', currency, (app) => app.limit_per_day),
    ...timestampColumns<ListedApp>('last_used', zone, (app) => app.last_used_at),
    ['requests_30_days', (app) => app.calls],
    ...timestampColumns<ListedApp>('expires', zone, (app) => app.expires_at),
    ...timestampColumns<ListedApp>('disconnected', zone, (app) => app.revoked_at),
    ['disconnected_by', (app) => app.revoked_by],
    ['disconnect_reason', (app) => app.revoked_reason],
  ]
}

function statusOf({ connected, has_token, last_used_at }: ListedApp): string {
  if (!connected) return 'disconnected'
  return has_token || last_used_at !== null ? 'connected' : 'not_connected_yet'
}
