import type { Operation } from '#lib/pipeline/operation.ts'
import { advancePayout } from './advance.ts'
import { createPayout } from './create.ts'
import { fetchAllPayouts, fetchCustomerPayouts, fetchPayout } from './fetch.ts'
import { fetchPayoutTimeline, getPayoutDetails } from './get-details.ts'
import { exportPayouts, listPayoutsForDashboard } from './list.ts'
import { preparePayout } from './prepare.ts'
import { processPayout } from './process.ts'

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
