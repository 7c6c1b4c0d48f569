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
import { recordBankSettlement } from './record.ts'
import { fetchPaymentSettlement, fetchSettlementSettings, updateSettlementSettings } from './settings.ts'
import { settleBalance, settleNow } from './settle.ts'
import { fetchSettlementTrend } from './trend.ts'

export const settlementOperations: readonly Operation[] = [
  fetchAllSettlements,
  fetchSettlement,
  fetchReconciliation,
  listSettlementsForDashboard,
  exportSettlements,
  fetchSettlementTrend,
  getSettlementDetails,
  fetchSettlementTimeline,
  fetchSettlementSettings,
  fetchPaymentSettlement,
  updateSettlementSettings,
  settleNow,
  settleBalance,
  processSettlement,
  recordBankSettlement,
]
