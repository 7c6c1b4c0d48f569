import type { Operation } from '#lib/pipeline/operation.ts'
import { fetchActivity } from './activity.ts'
import { fetchAttention } from './attention.ts'
import { fetchFirstSteps, fetchSampleKey } from './first-steps.ts'
import { fetchGoLive } from './go-live.ts'
import { fetchSplits, fetchTotals, fetchVolume } from './totals.ts'

export const overviewOperations: readonly Operation[] = [
  fetchAttention,
  fetchTotals,
  fetchVolume,
  fetchSplits,
  fetchActivity,
  fetchFirstSteps,
  fetchGoLive,
  fetchSampleKey,
]
