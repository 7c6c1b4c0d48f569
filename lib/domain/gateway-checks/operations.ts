import type { Operation } from '#lib/pipeline/operation.ts'
import { compareWithGateway } from './compare.ts'
import { acknowledgeDifference, askAboutDifference, requestComparison } from './decide.ts'
import { exportDifferences, getDifferenceDetails, listDifferencesForDashboard } from './fetch.ts'
import { pollGateway } from './poll.ts'

export const gatewayCheckOperations: readonly Operation[] = [
  listDifferencesForDashboard,
  exportDifferences,
  getDifferenceDetails,
  acknowledgeDifference,
  askAboutDifference,
  requestComparison,
  compareWithGateway,
  pollGateway,
]
