import { z } from 'zod'
import { PAYOUT_END_EVENTS, payoutRequest, readPayout, recordPayout } from '#lib/domain/payouts/process.ts'
import { FetchPayout, Payout } from '#lib/domain/payouts/schema.ts'
import { assertWalletsAvailable } from '#lib/domain/wallets/rules.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

/** The outcomes that a tester can choose for a payout. */
const FINAL_STATUSES = ['processed', 'reversed'] as const

/**
 * Makes the bank of test mode decide now as the tester chose, and records it like any other response. If the bank has
 * already decided, its decision stays.
 */
export const advancePayout = defineOperation({
  name: 'advance_payout',
  title: 'Advance a payout',
  summary: 'Advances a test mode payout: processed, or reversed.',
  permission: 'payouts:write',
  emits: PAYOUT_END_EVENTS,
  http: null,
  effect: 'steps',
  input: FetchPayout.extend({ to: z.enum(FINAL_STATUSES) }),
  output: Payout,
  async run(context, { id, to }) {
    assertWalletsAvailable(context.account)
    const { payout, account } = await readPayout(context, id)
    const decidePayout = context.account.mode === 'test' ? context.acquirer.decidePayout : undefined
    if (!decidePayout) throw refused('test_mode_only', 'Only test mode payouts can be advanced.')
    if (payout.status !== 'processing') throw refused('payout_not_processing')
    const response = await decidePayout(payoutRequest(context, payout, account), to)
    const { ended } = await context.transaction(async (inner) => {
      inner.note({ by_hand: true, to })
      return recordPayout(inner, payout, response)
    })
    return ended
  },
})
