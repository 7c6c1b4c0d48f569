import { z } from 'zod'
import { OfAcquirer } from '#lib/domain/acquirers/schema.ts'
import { paymentsHere, refundsHere, settlementsHere } from '#lib/domain/gateway-checks/here.ts'
import { endComparison, failComparison } from '#lib/domain/gateway-checks/record.ts'
import type { GatewayDifference } from '#lib/domain/gateway-checks/schema.ts'
import { compareOne, idThere, UNDER_WAY, type Walk, walkGateway } from '#lib/domain/gateway-checks/walk.ts'
import { isAppError } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import type { GatewayReader } from '#lib/ports/gateway-records.ts'
import { DAY, MINUTE } from '#lib/values/time.ts'

/** How far back a comparison looks, in seconds. */
export const COMPARED = 7 * DAY
/** A comparison that has not moved on for so long was cut off. */
const CUT_OFF = 15 * MINUTE
/** The most differences of earlier comparisons that are looked at again one by one. */
const MOST_AGAIN = 500

export const compareWithGateway = defineOperation({
  name: 'compare_with_gateway',
  title: 'Compare with the gateway',
  summary:
    'Compares the last days of a gateway account, and what is still open, with the records here, and lists every difference. One comparison of an account runs at a time.',
  permission: 'settlements:write',
  http: null,
  effect: 'steps',
  input: OfAcquirer,
  output: z.object({ compared: z.boolean() }),
  async run(context, { id }) {
    const comparison = await context.transaction((inner) => beginComparison(inner, id))
    if (comparison === null) return { compared: false }
    try {
      const reader = await context.acquirers.reader(context.account, id)
      if (reader === null) return { compared: false }
      const period = { from: context.now - COMPARED, to: context.now - UNDER_WAY }
      const moved = () => moveOn(context, id, comparison)
      const parts = { context, acquirerId: id, reader, moved }
      const walk = await walkGateway(parts, period)
      await compareAgain(context, id, reader, walk)
      return await context.transaction(async (inner) => ({
        compared: await endComparison(inner, id, comparison, { walk, from: period.from }),
      }))
    } catch (thrown) {
      const error = isAppError(thrown) ? thrown.message : null
      await context.transaction((inner) => failComparison(inner, id, comparison, error))
      if (error === null) throw thrown
      return { compared: false }
    }
  },
})

/** Takes the comparison of an account, unless another one is under way. @returns its ID */
async function beginComparison(
  { account, rows, now, requestId }: Context,
  id: string,
): Promise<string | null> {
  const begun = await rows(
    `INSERT INTO gateway_checks AS checked (account_id, acquirer_id, polled_at, polled_until, comparison, comparison_at)
     SELECT account_id, id, 0, $3, $4, $3 FROM acquirers WHERE account_id = $1 AND id = $2 AND kind = 'gateway'
     ON CONFLICT (account_id, acquirer_id) DO UPDATE SET comparison = EXCLUDED.comparison, comparison_at = EXCLUDED.comparison_at
       WHERE checked.comparison IS NULL OR checked.comparison_at < $5
     RETURNING 1`,
    [account.id, id, now, requestId, now - CUT_OFF],
  )
  return begun.length > 0 ? requestId : null
}

/** Says that a comparison is not cut off. Once a minute, since a page takes less than a second. */
async function moveOn(context: Context, id: string, comparison: string): Promise<void> {
  await context.transaction(({ account, rows, now }) =>
    rows(
      `UPDATE gateway_checks SET comparison_at = $4
       WHERE account_id = $1 AND acquirer_id = $2 AND comparison = $3 AND comparison_at < $4 - ${MINUTE}`,
      [account.id, id, comparison, now],
    ),
  )
}

/**
 * Looks again at the differences of earlier comparisons whose records this one did not compare: also where they have just
 * changed, as by what solves them.
 */
async function compareAgain(context: Context, id: string, reader: GatewayReader, walk: Walk): Promise<void> {
  const earlier = await context.rows<GatewayDifference & { about: string }>(
    `SELECT * FROM gateway_differences WHERE account_id = $1 AND acquirer_id = $2 AND state <> 'solved'
     ORDER BY seen_at, id LIMIT ${MOST_AGAIN}`,
    [context.account.id, id],
  )
  for (const difference of earlier)
    if (!walk.checked.has(`${difference.subject} ${difference.about}`))
      await compareDifference(context, reader, walk, difference, { recent: true })
}

/** Compares the record of a difference as both sides have it now. */
export async function compareDifference(
  context: Context,
  reader: GatewayReader,
  walk: Walk,
  { acquirer_id, subject, gateway_id, object_id }: Omit<GatewayDifference, 'here' | 'there'>,
  how: { recent?: true } = {},
): Promise<void> {
  const ids = [gateway_id, object_id].flatMap((id) => id ?? [])
  const here =
    subject === 'payment'
      ? await paymentsHere(context, acquirer_id, ids)
      : subject === 'refund'
        ? await refundsHere(context, acquirer_id, ids, [])
        : await settlementsHere(context, acquirer_id, ids)
  const parts = { context, acquirerId: acquirer_id, reader, moved: async () => undefined, ...how }
  // One that has become known as another record there is compared with that one.
  const own = here.find((one) => [null, gateway_id].includes(idThere(one)))
  await compareOne(parts, walk, subject, own ?? null, gateway_id ?? (own ? idThere(own) : object_id))
}
