import type { Operation } from '#lib/pipeline/operation.ts'
import { createTransfer, transferPayment } from './create.ts'
import {
  fetchAllTransfers,
  fetchTransfer,
  fetchTransferReversals,
  fetchTransferTimeline,
  getTransferDetails,
} from './fetch.ts'
import { exportTransfers, listTransfersForDashboard } from './list.ts'
import { releaseTransfer } from './release.ts'
import { reverseTransfer } from './reverse.ts'
import { updateTransfer } from './update.ts'

export const transferOperations: readonly Operation[] = [
  transferPayment,
  createTransfer,
  fetchAllTransfers,
  fetchTransfer,
  updateTransfer,
  fetchTransferReversals,
  reverseTransfer,
  listTransfersForDashboard,
  exportTransfers,
  getTransferDetails,
  fetchTransferTimeline,
  releaseTransfer,
]
