import type { Operation } from '#lib/pipeline/operation.ts'
import { getRequestDetails, prepareReplay } from './get-details.ts'
import { groupErrors } from './group-errors.ts'
import { countNewerRequests, exportRequests, listRequestsForDashboard } from './list.ts'
import { fetchRequestTrend } from './trend.ts'

export const requestOperations: readonly Operation[] = [
  listRequestsForDashboard,
  exportRequests,
  countNewerRequests,
  fetchRequestTrend,
  groupErrors,
  getRequestDetails,
  prepareReplay,
]
