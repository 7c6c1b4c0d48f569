import type { Operation } from '#lib/pipeline/operation.ts'
import { createRefund, refundPayment, refundPaymentIfUnchanged } from './create.ts'
import {
  fetchAllRefunds,
  fetchPaymentRefund,
  fetchPaymentRefunds,
  fetchRefund,
  fetchRefundForCustomer,
  fetchRefundTimeline,
  getRefundDetails,
} from './fetch.ts'
import { createRefundLink, revokeRefundLink } from './link.ts'
import { countNewerRefunds, exportRefunds, listRefundsForDashboard } from './list.ts'
import { processRefund } from './process.ts'
import { fetchRefundReasons, updateRefundReasons } from './reasons.ts'
import { fetchRefundTrend } from './trend.ts'
import { updateRefund } from './update.ts'

export const refundOperations: readonly Operation[] = [
  fetchPaymentRefunds,
  fetchPaymentRefund,
  refundPayment,
  createRefund,
  fetchAllRefunds,
  fetchRefund,
  updateRefund,
  fetchRefundForCustomer,
  refundPaymentIfUnchanged,
  listRefundsForDashboard,
  countNewerRefunds,
  exportRefunds,
  fetchRefundTrend,
  getRefundDetails,
  createRefundLink,
  revokeRefundLink,
  fetchRefundTimeline,
  fetchRefundReasons,
  updateRefundReasons,
  processRefund,
]
