import { MAX_ENDPOINTS } from '#lib/domain/webhooks/schema.ts'
import type { webhook_endpoints } from '#lib/generated/prisma/client.ts'
import type { Context } from '#lib/pipeline/operation.ts'
import type { KnownSecret } from '#lib/values/signatures/secrets.ts'

/** The secrets of the account's endpoints, with those of the given endpoint first. They never leave the server. */
export async function endpointSecrets(context: Context, id: string | null): Promise<KnownSecret[]> {
  const rows = await endpointsOf(context, context.account.id)
  const own = rows.filter((row) => row.id === id)
  const others = rows.filter((row) => row.id !== id)
  return [
    ...own.flatMap((row) => secretsOf(context, row, 'current', 'previous')),
    ...others.flatMap((row) => secretsOf(context, row, 'other', 'other_previous')),
  ]
}

/** Those of the same merchant's endpoints in the other mode. */
export async function otherModeSecrets(context: Context): Promise<KnownSecret[]> {
  const other = await context.tables.accounts.findFirst({
    where: { merchant_id: context.account.merchant_id, id: { not: context.account.id } },
    select: { id: true },
  })
  if (!other) return []
  const rows = await endpointsOf(context, other.id)
  return rows.flatMap((row) => secretsOf(context, row, 'other_mode', 'other_mode'))
}

/** Those of the account's API keys, newest first: they sign payments. */
export async function keySecrets(context: Context): Promise<KnownSecret[]> {
  const keys = await context.tables.api_keys.findMany({
    where: { account_id: context.account.id },
    orderBy: { created_at: 'desc' },
    take: 50,
    select: { name: true, secret_encrypted: true },
  })
  return keys.map((key) => ({
    secret: context.vault.open(key.secret_encrypted),
    as: 'other_key',
    of: key.name,
  }))
}

function endpointsOf(context: Context, account_id: string): Promise<webhook_endpoints[]> {
  return context.tables.webhook_endpoints.findMany({
    where: { account_id, deleted_at: null },
    orderBy: { created_at: 'desc' },
    take: MAX_ENDPOINTS,
  })
}

function secretsOf(
  context: Context,
  row: webhook_endpoints,
  current: KnownSecret['as'],
  previous: KnownSecret['as'],
): KnownSecret[] {
  const open = (sealed: Uint8Array, as: KnownSecret['as']) => ({
    secret: context.vault.open(sealed),
    as,
    of: row.url,
    owner: row.id,
  })
  const before = row.previous_secret_encrypted
  return [open(row.secret_encrypted, current), ...(before ? [open(before, previous)] : [])]
}
