import type { Operation } from '#lib/pipeline/operation.ts'
import {
  cancelCaptureBatch,
  cancelRefundBatch,
  pauseCaptureBatch,
  pauseRefundBatch,
  resumeCaptureBatch,
  resumeRefundBatch,
  settleBatch,
} from './change.ts'
import { checkCaptureBatch, checkRefundBatch } from './check.ts'
import {
  exportBatches,
  exportBatchRows,
  fetchBatchRows,
  getBatchDetails,
  listBatchesForDashboard,
} from './fetch.ts'
import { startCaptureBatch, startRefundBatch } from './start.ts'

export const batchOperations: readonly Operation[] = [
  checkRefundBatch,
  checkCaptureBatch,
  startRefundBatch,
  startCaptureBatch,
  pauseRefundBatch,
  pauseCaptureBatch,
  resumeRefundBatch,
  resumeCaptureBatch,
  cancelRefundBatch,
  cancelCaptureBatch,
  settleBatch,
  listBatchesForDashboard,
  exportBatches,
  getBatchDetails,
  fetchBatchRows,
  exportBatchRows,
]
