import { timingSafeEqual } from 'node:crypto'
import { refused } from '#lib/errors.ts'
import type { Account, Actor } from '#lib/operation.ts'
import { KEY_PERMISSIONS, type Permission } from '#lib/permissions.ts'
import { sha256 } from '#lib/secrets.ts'

type Query = (text: string, values: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>

type Kept = { actor: Actor; secretHash: Uint8Array; expiresAt: number | null; readAt: number }

/** For how long a key that was read is believed, in milliseconds: a revoked key is refused at most this much later. */
const BELIEVED = 1000
/** What is compared for a key that does not exist, so that it takes as long as one that does. */
const NOBODY = new Uint8Array(32)

const keys = new Map<string, Kept>()
const uses = new Map<string, { accountId: string; at: number; ip: string | null }>()
/** How long uses are gathered before they are written, in milliseconds. */
const GATHERED = 5000
let timer: NodeJS.Timeout | undefined

/**
 * The actor of HTTP Basic credentials: key id and secret.
 * @throws authentication_required, whatever is wrong, with one sentence for all
 */
export async function authenticateKey(
  query: Query,
  header: string | null,
  now: number,
  ip: string | null,
): Promise<Actor> {
  const credentials = readBasic(header)
  if (!credentials) throw refused('authentication_required')
  const kept = await keyOf(query, credentials.id, now)
  const right = timingSafeEqual(sha256(credentials.secret), kept?.secretHash ?? NOBODY)
  const expired = kept?.expiresAt != null && kept.expiresAt * 1000 <= now
  if (!kept || !right || expired) throw refused('authentication_required')
  uses.set(credentials.id, { accountId: kept.actor.account.id, at: Math.floor(now / 1000), ip })
  if (!timer) timer = setTimeout(() => void writeLastUses(query).catch(() => {}), GATHERED).unref()
  return kept.actor
}

/** Forgets what was read of a key, so that its revocation holds at once in this process. */
export function forgetKey(id: string): void {
  keys.delete(id)
}

/** Writes down when keys were last used: seldom and together, so that it costs no request anything. */
async function writeLastUses(query: Query): Promise<void> {
  timer = undefined
  if (uses.size === 0) return
  const entries = [...uses.entries()]
  uses.clear()
  await query(
    `UPDATE api_keys SET last_used_at = used.at, last_used_ip = used.ip
     FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[]) AS used (account_id, id, at, ip)
     WHERE api_keys.account_id = used.account_id AND api_keys.id = used.id`,
    [
      entries.map(([, use]) => use.accountId),
      entries.map(([id]) => id),
      entries.map(([, use]) => use.at),
      entries.map(([, use]) => use.ip),
    ],
  )
}

async function keyOf(query: Query, id: string, now: number): Promise<Kept | undefined> {
  const known = keys.get(id)
  if (known && now - known.readAt < BELIEVED) return known
  const { rows } = await query(
    `SELECT key.id, key.name, key.secret_hash, key.scopes, key.expires_at, ${ACCOUNT_COLUMNS}
     FROM api_keys key JOIN accounts account ON account.id = key.account_id JOIN merchants merchant ON merchant.id = account.merchant_id
     WHERE key.id = $1 AND key.revoked_at IS NULL`,
    [id],
  )
  const row = rows[0]
  if (!row) {
    keys.delete(id)
    return undefined
  }
  const scopes = row.scopes as Permission[]
  const permissions = new Set(scopes.length === 0 ? KEY_PERMISSIONS : scopes)
  const actor: Actor = { kind: 'key', id, name: String(row.name), account: accountOf(row), permissions }
  const kept = {
    actor,
    secretHash: row.secret_hash as Uint8Array,
    expiresAt: row.expires_at as number | null,
    readAt: now,
  }
  if (keys.size > 10_000) keys.clear()
  keys.set(id, kept)
  return kept
}

/** The columns that make an Account, for queries that join `accounts account` and `merchants merchant`. */
export const ACCOUNT_COLUMNS = `account.id AS account_id, account.merchant_id, merchant.name AS merchant_name, account.mode,
  account.country, account.currency, account.fee_basis_points, account.tax_basis_points,
  account.authorization_window_seconds, account.capabilities, merchant.billing_label, account.wallet_max_balance,
  account.wallet_monthly_limit, account.payout_fee`

/** An Account from a row with ACCOUNT_COLUMNS. */
export function accountOf(row: Record<string, unknown>): Account {
  return {
    id: String(row.account_id),
    merchant_id: String(row.merchant_id),
    merchant_name: String(row.merchant_name),
    mode: row.mode === 'live' ? 'live' : 'test',
    country: String(row.country),
    currency: String(row.currency),
    fee_basis_points: Number(row.fee_basis_points),
    tax_basis_points: Number(row.tax_basis_points),
    authorization_window_seconds: Number(row.authorization_window_seconds),
    capabilities: row.capabilities as string[],
    billing_label: String(row.billing_label),
    wallet_max_balance: Number(row.wallet_max_balance),
    wallet_monthly_limit: Number(row.wallet_monthly_limit),
    payout_fee: Number(row.payout_fee),
  }
}

function readBasic(header: string | null): { id: string; secret: string } | undefined {
  const match = /^basic +([A-Za-z0-9+/=_-]+) *$/i.exec(header ?? '')
  if (!match?.[1]) return undefined
  const text = Buffer.from(match[1], 'base64').toString('utf8')
  // What is no id of a key is not looked up; it may hold bytes that the database does not take.
  const [, id, secret] = /^(key_(?:test|live)_[0-9A-Za-z]{14}):(.*)$/s.exec(text) ?? []
  return id === undefined || secret === undefined ? undefined : { id, secret }
}
