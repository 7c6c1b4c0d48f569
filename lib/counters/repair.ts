import { SPANS } from '#lib/counters/kinds.ts'
import {
  DIMENSION_LIST,
  LONGER_SPANS,
  MISSING_COUNTS,
  SUM_LIST,
  WRONG_LONGER_SPANS,
} from '#lib/counters/sql.ts'
import type { Prisma } from '#lib/generated/prisma/client.ts'

/**
 * Makes the counters equal the rows while the server runs, in the transaction of `tables`. What is missing is read in one
 * snapshot, in which each record stands beside the changes that it caused, and is added as a change like any other: writes
 * that go on meanwhile stay counted once. Only folding and a second repair wait for it.
 * @returns how many counters were wrong
 */
export async function repairCounts(
  tables: Pick<Prisma.TransactionClient, '$executeRaw' | '$executeRawUnsafe' | '$queryRawUnsafe'>,
): Promise<number> {
  await tables.$executeRaw`LOCK TABLE record_counts IN SHARE ROW EXCLUSIVE MODE`
  const added = await tables.$executeRawUnsafe(
    `INSERT INTO record_count_changes (account_id, kind, created_at, ${DIMENSION_LIST}, count, ${SUM_LIST}) ${MISSING_COUNTS}`,
  )
  const [wrong] = await tables.$queryRawUnsafe<{ spans: bigint }[]>(
    `SELECT count(*) AS spans FROM (${WRONG_LONGER_SPANS}) AS wrong`,
  )
  if (Number(wrong?.spans) > 0) {
    await tables.$executeRaw`DELETE FROM record_counts WHERE span > ${SPANS[0]}`
    await tables.$executeRawUnsafe(
      `INSERT INTO record_counts (account_id, kind, span, bucket, ${DIMENSION_LIST}, count, ${SUM_LIST}) ${LONGER_SPANS}`,
    )
  }
  return added + Number(wrong?.spans)
}
