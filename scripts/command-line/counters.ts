import { foldCountChanges } from '#lib/counters/fold.ts'
import { repairCounts } from '#lib/counters/repair.ts'
import { database } from '#lib/database/client.ts'
import type { Output } from './command.ts'
import { withInstance } from './instance.ts'

/** `counters repair`: compares every counter with the records and corrects the wrong ones. */
export function repair(): Promise<Output> {
  return withInstance(async ({ runtime }) => {
    // The time of one read of the tables: minutes at many millions of records.
    const corrected = await database().prisma.$transaction(repairCounts, { timeout: 3_600_000 })
    await foldCountChanges(runtime)
    const counters = corrected === 1 ? '1 counter' : `${corrected} counters`
    return {
      json: { corrected },
      text: corrected === 0 ? 'All counters equal the records.' : `Corrected ${counters}.`,
    }
  })
}
