import type { BalanceMonth, ListedMovement, MovementGroup, MovementKind } from '#lib/domain/balance/schema.ts'
import { MOVEMENT_GROUPS } from '#lib/domain/balance/schema.ts'
import { objectPath } from '#lib/values/object-path.ts'

export const GROUP_LABELS: Record<MovementGroup, string> = {
  payments: 'Payments',
  refunds: 'Refunds',
  transfers: 'Transfers',
  settlements: 'Settlements',
}

/** The record that a movement is of. That of an opening entry of an import is what made the entry necessary. */
export function recordOf(source: string): string {
  return source.replace(/^opening:/, '')
}

/** The page of the record that a movement is of; a reversal has none, and is found among the movements. */
export function sourceHref(source: string): string {
  return objectPath(recordOf(source)) ?? `/balance?source=${source}`
}

/** Why an import has adjusted the balance; null for every other movement. */
export function adjustmentReason({
  kind,
  source,
  credit,
}: Pick<ListedMovement, 'kind' | 'source' | 'credit'>): string | null {
  if (kind !== 'gateway_adjustment') return null
  if (source.startsWith('opening:'))
    return recordOf(source).startsWith('rfnd_')
      ? 'Refunds up to this one are of payments from before the import.'
      : 'Settlements up to this one contain payments from before the import.'
  return credit > 0
    ? 'The settlement is larger than its movements here: it contains payments from before the import.'
    : 'The settlement is smaller than its movements here: the rest was deducted at the gateway or bank.'
}

/** What the movements of a group changed the balance by. Of payments it is the gross amount: fees stand apart. */
export function groupTotal({ kinds }: Pick<BalanceMonth, 'kinds'>, group: MovementGroup): bigint {
  const named: readonly MovementKind[] = MOVEMENT_GROUPS[group]
  return kinds
    .filter(({ kind }) => named.includes(kind))
    .reduce((sum, { credit, debit, fee }) => sum + credit + fee - debit, 0n)
}

/** The fees of a month, and the tax that they contain. */
export function feesOf({ kinds }: Pick<BalanceMonth, 'kinds'>) {
  const payments = kinds.find(({ kind }) => kind === 'capture')
  const { count = 0, amount = 0n, fee = 0n, tax = 0n } = payments ?? {}
  return { count, amount, fee, tax, net: fee - tax }
}

/** A month by its name: 2026-11 is November 2026. */
export function monthTitle(month: string): string {
  const at = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)) - 1, 1))
  return new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(at)
}

/** The movements of a month, as the list finds them: by its first and last second. */
export function movementsHref(
  { starts_at, ends_at }: Pick<BalanceMonth, 'starts_at' | 'ends_at'>,
  more: Record<string, string> = {},
): string {
  return `/balance?${new URLSearchParams({ ...more, from: String(starts_at), to: String(ends_at) })}`
}
