import { repairCounts } from '#lib/counters/repair.ts'
import { database } from '#lib/database/client.ts'
import type { Query } from '#lib/database/query.ts'
import { prepareQueue } from '#lib/jobs/queue.ts'
import { countText } from '#lib/values/number-text.ts'
import { withhold } from '#scripts/schema/privileges.ts'

/**
 * What `doctor --fix` does about a finding, by its name: each has one right state that follows from the rest, and can run
 * beside a server.
 * @returns what was repaired, in a sentence; null when nothing was
 */
export const REPAIRS: Record<string, (query: Query, url: string) => Promise<string | null>> = {
  async Privileges(query) {
    const tables = await withhold(query)
    return tables.length === 0 ? null : `Took away the right to change ${tables.join(', ')}.`
  },
  async Queue(_query, url) {
    await prepareQueue(url)
    return 'Made the missing queues.'
  },
  async Ledger() {
    // The time of one read of the tables: minutes at many millions of records.
    const corrected = await database().prisma.$transaction(repairCounts, { timeout: 3_600_000 })
    return corrected === 0 ? null : `Corrected ${countText(corrected, 'counter', 'counters')}.`
  },
}
