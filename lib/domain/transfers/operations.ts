import type { Operation } from '#lib/pipeline/operation.ts'
import { createTransfer, transferPayment } from './create.ts'
import { fetchAllTransfers, fetchTransfer } from './fetch.ts'
import { fetchTransferReversals } from './fetch-reversals.ts'
import { fetchTransferTimeline, getTransferDetails } from './get-details.ts'
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
