import type { Operation } from '#lib/pipeline/operation.ts'
import {
  fetchAllSettlements,
  fetchReconciliation,
  fetchSettlement,
  fetchSettlementTimeline,
  getSettlementDetails,
} from './fetch.ts'
import { exportSettlements, listSettlementsForDashboard } from './list.ts'
import { processSettlement } from './process.ts'
import { fetchPaymentSettlement, fetchSettlementSettings, updateSettlementSettings } from './settings.ts'
import { settleBalance, settleNow } from './settle.ts'

export const settlementOperations: readonly Operation[] = [
  fetchAllSettlements,
  fetchSettlement,
  fetchReconciliation,
  listSettlementsForDashboard,
  exportSettlements,
  getSettlementDetails,
  fetchSettlementTimeline,
  fetchSettlementSettings,
  fetchPaymentSettlement,
  updateSettlementSettings,
  settleNow,
  settleBalance,
  processSettlement,
]
