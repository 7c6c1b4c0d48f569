import type { StatementLine } from '#lib/domain/wallets/schema.ts'
import { viewStatement, walkStatement } from '#lib/domain/wallets/view-statement.ts'
import { type Attempted, tryRead } from '#lib/surfaces/page.ts'
import { settled } from './statement.ts'

/** More than this no PDF is made of: some 150 pages, which nobody reads. */
export const MOST_ON_PAPER = 5000

/** A statement with its head and the sums of the whole period, and all of its entries, newest first. */
export async function wholeStatement(id: string, ends: { from?: number | undefined; to: number }) {
  return settled(() => readWhole(id, ends))
}

type Whole = Awaited<ReturnType<typeof headOf>> extends Attempted<infer Head> ? Head : never

async function readWhole(
  id: string,
  ends: { from?: number | undefined; to: number },
): Promise<Attempted<Whole & { lines: StatementLine[] }>> {
  const head = await headOf(id, ends)
  if (!head.ok) return head
  const lines: StatementLine[] = []
  if (head.value.sums.entries > MOST_ON_PAPER) return { ok: true, value: { ...head.value, lines } }
  for (let above = 0, more = true; more; ) {
    const page = await tryRead(walkStatement, { id, ...ends, count: 1000, above })
    if (!page.ok) return page
    lines.push(...page.value.items)
    above = page.value.items.at(-1)?.seq ?? above
    more = page.value.items.length === 1000
  }
  return { ok: true, value: { ...head.value, lines: lines.reverse() } }
}

function headOf(id: string, ends: { from?: number | undefined; to: number }) {
  return tryRead(viewStatement, { id, ...ends, count: 1 })
}
