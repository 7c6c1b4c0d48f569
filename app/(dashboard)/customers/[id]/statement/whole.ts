import { exportStatementEntries, exportStatementHead } from '#lib/domain/wallets/get-statement-details.ts'
import type { StatementLine } from '#lib/domain/wallets/schema.ts'
import { type Attempted, tryRead } from '#lib/surfaces/page.ts'
import { settled } from './statement.ts'

/** The PDF is limited to the newest entries, some 150 pages. */
export const MAX_ON_PAPER = 5000

/** A statement with its head and the sums of the whole period, and its entries, newest first: all, or the newest. */
export async function wholeStatement(id: string, range: { from?: number | undefined; to: number }) {
  return settled(() => readWhole(id, range))
}

type Whole = Awaited<ReturnType<typeof headOf>> extends Attempted<infer Head> ? Head : never

async function readWhole(
  id: string,
  range: { from?: number | undefined; to: number },
): Promise<Attempted<Whole & { lines: StatementLine[] }>> {
  const head = await headOf(id, range)
  if (!head.ok) return head
  const lines: StatementLine[] = []
  const newest = head.value.items[0]?.seq ?? 0
  // The entries of a wallet are numbered without a gap.
  const first = head.value.sums.entries > MAX_ON_PAPER ? newest - MAX_ON_PAPER : 0
  for (let above = first, more = true; more; ) {
    const page = await tryRead(exportStatementEntries, { id, ...range, count: 1000, above })
    if (!page.ok) return page
    lines.push(...page.value.items)
    above = page.value.items.at(-1)?.seq ?? above
    more = page.value.items.length === 1000
  }
  // Entries written after the sums were made are left out.
  const counted = lines.filter(({ seq }) => seq <= newest)
  return { ok: true, value: { ...head.value, lines: counted.reverse() } }
}

function headOf(id: string, range: { from?: number | undefined; to: number }) {
  return tryRead(exportStatementHead, { id, ...range, count: 1 })
}
