import type { Operation } from '#lib/pipeline/operation.ts'
import { fetchActivity } from './activity.ts'
import { fetchAttention } from './attention.ts'
import { fetchFirstSteps } from './first-steps.ts'
import { fetchSampleKey } from './sample-key.ts'
import { fetchSplits } from './splits.ts'
import { fetchTotals } from './totals.ts'
import { fetchVolume } from './volume.ts'

export const overviewOperations: readonly Operation[] = [
  fetchAttention,
  fetchTotals,
  fetchVolume,
  fetchSplits,
  fetchActivity,
  fetchFirstSteps,
  fetchSampleKey,
]
