import { recordNotFound } from '#lib/domain/record.ts'
import type { acquirers } from '#lib/generated/prisma/client.ts'
import { refused } from '#lib/pipeline/errors.ts'
import type { Context } from '#lib/pipeline/operation.ts'
import type { Capabilities } from '#lib/ports/acquirer-protocol.ts'
import type { AcquirerAccount, AcquirerOfRecord } from './schema.ts'

/** @throws record_not_found */
export async function findAcquirer({ account, tables }: Context, id: string): Promise<acquirers> {
  const row = await tables.acquirers.findUnique({
    where: { account_id_id: { account_id: account.id, id } },
  })
  if (!row) throw recordNotFound('acquirer', id)
  return row
}

/** The acquirer at which a record is, for its page; null for one of test mode, which is at the simulator. */
export async function acquirerOfRecord(
  { account, tables }: Context,
  id: string | null,
): Promise<AcquirerOfRecord | null> {
  if (id === null) return null
  return tables.acquirers.findUnique({
    where: { account_id_id: { account_id: account.id, id } },
    select: { id: true, name: true },
  })
}

/** The same, locked with its account, so that changes of what is in use run in turn. @throws record_not_found */
export async function lockAcquirer(context: Context, id: string): Promise<acquirers> {
  await context.rows('SELECT 1 FROM accounts WHERE id = $1 FOR NO KEY UPDATE', [context.account.id])
  await context.rows('SELECT 1 FROM acquirers WHERE account_id = $1 AND id = $2 FOR UPDATE', [
    context.account.id,
    id,
  ])
  return findAcquirer(context, id)
}

/** Changes an acquirer, which every process then opens again. */
export async function changeAcquirer(
  { account, tables, now }: Context,
  id: string,
  data: Partial<Omit<acquirers, 'capabilities'>> & { capabilities?: Capabilities },
): Promise<acquirers> {
  return tables.acquirers.update({
    where: { account_id_id: { account_id: account.id, id } },
    data: { ...data, version: { increment: 1 }, updated_at: now },
  })
}

/** @throws input_validation_failed in test mode, which has the simulator */
export function assertLive({ account }: Context): void {
  if (account.mode !== 'live')
    throw refused(
      'input_validation_failed',
      'Acquirers belong to live mode. Test mode uses the bank simulator.',
    )
}

/** @throws input_validation_failed */
export function assertGateway({ kind }: Pick<acquirers, 'kind'>): void {
  if (kind !== 'gateway')
    throw refused('input_validation_failed', 'This acquirer is not a gateway account.', { field: 'id' })
}

export function shownAcquirer(row: acquirers, now: number): AcquirerAccount {
  const { id, name, url, capabilities, capabilities_at, created_by, created_at, direct_by } = row
  const until = Number(row.previous_secret_until ?? 0)
  return {
    id,
    kind: row.kind === 'gateway' ? 'gateway' : 'protocol',
    state: row.state === 'active' || row.state === 'retired' ? row.state : 'added',
    name,
    url,
    pinned: row.authority !== null,
    // Validated by the schema of the operation.
    capabilities: capabilities as unknown as Capabilities,
    capabilities_at: Number(capabilities_at),
    direct_since: row.direct_since === null ? null : Number(row.direct_since),
    direct_by,
    previous_secret_until: until > now ? until : null,
    created_by,
    created_at: Number(created_at),
  }
}
