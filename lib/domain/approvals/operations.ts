import type { Operation } from '#lib/pipeline/operation.ts'
import { approveApproval, cancelApproval, rejectApproval } from './decide.ts'
import { expireApproval, finishApproval } from './end.ts'
import { fetchApproval, fetchApprovalTimeline, getApprovalDetails } from './get-details.ts'
import { exportApprovals, listApprovalsForDashboard } from './list.ts'
import { fetchApprovalThresholds, updateApprovalThresholds } from './thresholds.ts'
import { countWaitingApprovals, fetchWaitingApprovals } from './waiting.ts'

export const approvalOperations: readonly Operation[] = [
  listApprovalsForDashboard,
  exportApprovals,
  countWaitingApprovals,
  fetchWaitingApprovals,
  getApprovalDetails,
  fetchApprovalTimeline,
  fetchApprovalThresholds,
  updateApprovalThresholds,
  fetchApproval,
  approveApproval,
  rejectApproval,
  cancelApproval,
  expireApproval,
  finishApproval,
]
