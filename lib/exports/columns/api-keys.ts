import type { ListedKey } from '#lib/domain/api-keys/schema.ts'
import type { CsvCell } from '#lib/values/csv.ts'
import { creatorCell, limitColumns, timestampColumns } from './shared.ts'

/** The columns of the file of API keys. Their secrets are stored only to verify and sign, and are in no list. */
export function columnsOf(
  zone: string,
  currency: string,
): [name: string, cell: (key: ListedKey) => CsvCell][] {
  return [
    ['key_id', (key) => key.id],
    ...timestampColumns<ListedKey>('created', zone, (key) => key.created_at),
    ['name', (key) => key.name],
    ['status', (key) => (key.state === 'ending' ? 'expiring' : key.state)],
    // An empty list of permissions is all of them.
    ['permissions', (key) => (key.scopes.length === 0 ? 'full access' : key.scopes.join(' '))],
    ['allowed_ip_addresses', (key) => key.allowed_addresses.join(' ')],
    ...limitColumns<ListedKey>('refund_limit', currency, (key) => key.refund_limit),
    ...limitColumns<ListedKey>('refund_day_limit', currency, (key) => key.refund_day_limit),
    ...limitColumns<ListedKey>('approval_above', currency, (key) => key.approval_above),
    ...timestampColumns<ListedKey>('last_used', zone, (key) => key.last_used_at),
    ['last_used_ip', (key) => key.last_used_ip],
    ['last_used_user_agent', (key) => key.last_used_agent],
    ...timestampColumns<ListedKey>('expires', zone, (key) => key.expires_at),
    ['replaced_by', (key) => key.replaced_by],
    ...timestampColumns<ListedKey>('revoked', zone, (key) => key.revoked_at),
    ['revoked_by', (key) => creatorCell(key.revoked_by)],
    ['created_by', (key) => creatorCell(key.created_by)],
  ]
}
