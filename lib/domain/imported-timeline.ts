import type { RecordEntry } from '#lib/domain/timeline.ts'
import type { Context } from '#lib/pipeline/operation.ts'
import { CREATED_BY_GATEWAY } from '#lib/values/creator-text.ts'

type Step = 'created' | 'captured' | 'failed' | 'refunded'

/** A record that may have come from a gateway. `created_at`: at the gateway. */
type Imported = { created_by: string | null; created_at: bigint | number }

/** What a record that was imported begins with: its creation at the gateway, and the import. Nothing for others. */
export async function importedEntries(
  context: Context,
  { created_by, created_at }: Imported,
  acquirer_id?: string | null,
): Promise<RecordEntry[]> {
  if (created_by !== CREATED_BY_GATEWAY) return []
  return [gatewayEntry('created', created_at), ...(await importEntry(context, created_at, acquirer_id))]
}

/** What happened at the gateway before it was known here. It has no event, and the gateway does not tell who did it. */
export function gatewayEntry(
  step: Step,
  at: bigint | number,
  payload: RecordEntry['payload'] = {},
): RecordEntry {
  return entry(`gateway.${step}`, `gtw_${at}_${STEPS.indexOf(step)}`, at, payload)
}
const STEPS: readonly Step[] = ['created', 'failed', 'captured', 'refunded']

/** The first import that had records of that time. */
async function importEntry(
  { account, rows }: Context,
  created_at: bigint | number,
  acquirer_id: string | null | undefined,
): Promise<RecordEntry[]> {
  const [found] = await rows<{ id: string; created_by: string; created_at: bigint | number }>(
    `SELECT id, created_by, created_at FROM gateway_imports
     WHERE account_id = $1 AND acquirer_id = coalesce($3, acquirer_id) AND until >= $2 AND coalesce(since, 0) <= $2
     ORDER BY created_at, id LIMIT 1`,
    [account.id, Number(created_at), acquirer_id ?? null],
  )
  if (!found) return []
  const at = found.created_by.indexOf(':')
  const by = { actor_kind: found.created_by.slice(0, at), actor_name: found.created_by.slice(at + 1) }
  return [{ ...entry('gateway.imported', found.id, found.created_at), ...by }]
}

function entry(
  what: string,
  id: string,
  at: bigint | number,
  payload: RecordEntry['payload'] = {},
): RecordEntry {
  return {
    id,
    what,
    actor_kind: 'system',
    actor_name: 'import-gateway',
    request_id: '',
    created_at: BigInt(at),
    payload,
  }
}
