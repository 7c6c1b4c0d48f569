import { isDeepStrictEqual } from 'node:util'
import { openAcquirers } from '#lib/acquirer/live.ts'
import { findOpenRing, firstRing } from '#lib/auth/key-ring.ts'
import type { Columns, Query } from '#lib/database/query.ts'
import type { acquirers } from '#lib/generated/prisma/client.ts'
import { isAppError } from '#lib/pipeline/errors.ts'
import type { Acquirers } from '#lib/ports/acquirer.ts'
import type { Capabilities } from '#lib/ports/acquirer-protocol.ts'
import { type Env, masterKeyOf } from '#lib/process/env.ts'

type Found = Columns<
  acquirers,
  | 'id'
  | 'kind'
  | 'name'
  | 'url'
  | 'authority'
  | 'capabilities'
  | 'secret_encrypted'
  | 'previous_secret_encrypted'
> & { previous_valid: boolean; calls: number; failed: number; error: string | null }

/** An acquirer that has failed this often within `RECENT` seconds, and responded to nothing, is failing. */
const FAILING_CALLS = 5
const RECENT = 600

/** Of live mode: those in use, and former ones at which something is under way. */
const NEEDED = `SELECT acquirer.id, acquirer.kind, acquirer.name, acquirer.url, acquirer.authority, acquirer.capabilities,
    acquirer.secret_encrypted, acquirer.previous_secret_encrypted, coalesce(acquirer.previous_secret_until > $1, false) AS previous_valid,
    recent.calls, recent.failed, recent.error
  FROM accounts account
  JOIN acquirers acquirer ON acquirer.account_id = account.id
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS calls, count(line.error)::int AS failed, max(line.error) AS error FROM acquirer_calls line
    WHERE line.account_id = account.id AND line.acquirer_id = acquirer.id AND line.created_at > $1 - ${RECENT}
      AND line.call NOT IN ('notification', 'return')) recent
  WHERE account.mode = 'live' AND account.closed_at IS NULL AND (acquirer.state = 'active' OR acquirer.state = 'retired' AND (
    EXISTS (SELECT 1 FROM payments WHERE account_id = account.id AND acquirer_id = acquirer.id AND status IN ('created', 'authorized'))
    OR EXISTS (SELECT 1 FROM refunds JOIN payments ON payments.account_id = refunds.account_id AND payments.id = refunds.payment_id
      WHERE refunds.account_id = account.id AND refunds.status = 'pending' AND payments.acquirer_id = acquirer.id)
    OR EXISTS (SELECT 1 FROM payouts WHERE account_id = account.id AND acquirer_id = acquirer.id AND status = 'processing')
    OR EXISTS (SELECT 1 FROM settlements WHERE account_id = account.id AND acquirer_id = acquirer.id AND status = 'created')))
  ORDER BY acquirer.id`

/** Calls every acquirer that live mode needs. @returns what is wrong, and what to do about it, in sentences; or else how it is */
export async function examineAcquirers(query: Query, env: Env): Promise<{ wrong: string[]; detail: string }> {
  const { rows } = await query<Found>(NEEDED, [Math.floor(Date.now() / 1000)])
  const key = masterKeyOf(env)
  const ring = (await findOpenRing(query, key)) ?? firstRing(key)
  const open = (sealed: Uint8Array) => ring.open(sealed)
  const client = openAcquirers({
    query,
    clock: Date.now,
    unseal: open,
    networks: env.WEBHOOK_ALLOWED_NETWORKS,
    baseUrl: env.BASE_URL,
    timeoutMs: env.ACQUIRER_TIMEOUT_MS,
  })
  const findings = await Promise.all(rows.map((row) => examineAcquirer(row, client, open)))
  const wrong = findings.filter((sentence) => sentence !== null)
  const { rows: counted } = await query<{ without: number }>(
    `SELECT count(*)::int AS without FROM accounts account WHERE mode = 'live' AND closed_at IS NULL
       AND NOT EXISTS (SELECT 1 FROM acquirers WHERE account_id = account.id AND state = 'active')`,
    [],
  )
  const without = counted[0]?.without ?? 0
  const accounts = without === 1 ? '1 account of live mode has' : `${without} accounts of live mode have`
  const detail =
    without === 0
      ? 'Every account of live mode has one that responds.'
      : `${accounts} none, so its payments do not work. An owner or admin adds one under Settings, Acquirer.`
  return { wrong, detail }
}

async function examineAcquirer(
  row: Found,
  client: Acquirers,
  open: (sealed: Uint8Array) => string,
): Promise<string | null> {
  const { kind, name, url, authority, secret_encrypted, previous_secret_encrypted } = row
  const called = `${name} (${row.id})`
  let capabilities: Capabilities
  try {
    const previous =
      row.previous_valid && previous_secret_encrypted !== null ? [open(previous_secret_encrypted)] : []
    const secrets = [open(secret_encrypted), ...previous] as const
    capabilities = await client.probe({ kind, name, url, authority, secrets })
  } catch (error) {
    if (!isAppError(error)) throw error
    const advice =
      error.field === 'secret'
        ? 'Enter the secret of the adapter under Settings, Acquirer.'
        : `It must run, and be reached from this server at ${new URL(url).host}.`
    return `${called}: ${error.message} ${advice}`
  }
  const saved = row.capabilities as unknown as Capabilities
  const changed = Object.keys({ ...saved, ...capabilities })
    .filter((key) => !isDeepStrictEqual(Reflect.get(saved, key), Reflect.get(capabilities, key)))
    .toSorted()
  if (changed.length > 0)
    return `${called} has changed since its last test: ${changed.join(', ')}. Test the connection under Settings, Acquirer, to save it.`
  const failing = row.calls >= FAILING_CALLS && row.failed === row.calls
  return failing
    ? `${called} responds to a test, and to no call of the last ten minutes. The last error: ${row.error}`
    : null
}
