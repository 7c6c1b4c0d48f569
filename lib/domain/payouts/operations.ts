import type { Operation } from '#lib/pipeline/operation.ts'
import { createPayout, preparePayout } from './create.ts'
import {
  fetchAllPayouts,
  fetchCustomerPayouts,
  fetchPayout,
  fetchPayoutTimeline,
  getPayoutDetails,
} from './fetch.ts'
import { exportPayouts, listPayoutsForDashboard } from './list.ts'
import { advancePayout, processPayout } from './process.ts'

export const payoutOperations: readonly Operation[] = [
  createPayout,
  fetchCustomerPayouts,
  fetchAllPayouts,
  fetchPayout,
  preparePayout,
  advancePayout,
  listPayoutsForDashboard,
  exportPayouts,
  getPayoutDetails,
  fetchPayoutTimeline,
  processPayout,
]
