import type { Operation } from '#lib/pipeline/operation.ts'
import { askLateReply } from './ask-late-reply.ts'
import { fetchAvailability } from './availability.ts'
import { beginHostedPayment, beginPayment } from './begin.ts'
import { capturePayment } from './capture.ts'
import { confirmPayment } from './confirm.ts'
import { createPayment, createUpiPayment } from './create.ts'
import { expireAuthorization } from './expire.ts'
import {
  fetchCard,
  fetchPayment,
  fetchPaymentCard,
  fetchPaymentTransfers,
  getPaymentDetails,
  listPaymentsOfPayer,
} from './fetch.ts'
import { fetchAllPayments } from './fetch-all.ts'
import { followPayment, returnFromBank, returnPayer } from './fetch-for-payer.ts'
import { countNewerPayments, exportPayments, listPaymentsForDashboard } from './list.ts'
import { settleBankOperation } from './settle.ts'
import { fetchOrderTimeline, fetchPaymentTimeline } from './timeline.ts'
import { fetchPaymentTrend } from './trend.ts'
import { updatePayment } from './update.ts'

export const paymentOperations: readonly Operation[] = [
  fetchAllPayments,
  fetchPayment,
  fetchPaymentCard,
  fetchCard,
  updatePayment,
  capturePayment,
  createPayment,
  createUpiPayment,
  fetchPaymentTransfers,
  beginPayment,
  beginHostedPayment,
  confirmPayment,
  followPayment,
  returnFromBank,
  returnPayer,
  listPaymentsForDashboard,
  countNewerPayments,
  exportPayments,
  fetchPaymentTrend,
  getPaymentDetails,
  listPaymentsOfPayer,
  fetchPaymentTimeline,
  fetchAvailability,
  fetchOrderTimeline,
  askLateReply,
  expireAuthorization,
  settleBankOperation,
]
