import { createKey } from '#lib/domain/api-keys/create.ts'
import { revokeKey } from '#lib/domain/api-keys/revoke.ts'
import { fetchBalance } from '#lib/domain/merchants/fetch-balance.ts'
import { browseOrders } from '#lib/domain/orders/browse.ts'
import { createOrder } from '#lib/domain/orders/create.ts'
import { fetchAllOrders } from '#lib/domain/orders/fetch-all.ts'
import { fetchOrderPayments } from '#lib/domain/orders/fetch-payments.ts'
import { fetchOrder } from '#lib/domain/orders/fetch.ts'
import { updateOrder } from '#lib/domain/orders/update.ts'
import { askLateReply } from '#lib/domain/payments/ask-late-reply.ts'
import { beginPayment } from '#lib/domain/payments/begin.ts'
import { browsePayments } from '#lib/domain/payments/browse.ts'
import { capturePayment } from '#lib/domain/payments/capture.ts'
import { confirmPayment } from '#lib/domain/payments/confirm.ts'
import { createPayment, createUpiPayment } from '#lib/domain/payments/create.ts'
import { expireAuthorization } from '#lib/domain/payments/expire.ts'
import { fetchAllPayments } from '#lib/domain/payments/fetch-all.ts'
import { fetchPaymentCard } from '#lib/domain/payments/fetch-card.ts'
import { fetchPaymentTransfers } from '#lib/domain/payments/fetch-transfers.ts'
import { fetchPayment } from '#lib/domain/payments/fetch.ts'
import { settleBankOperation } from '#lib/domain/payments/settle.ts'
import { countPayments } from '#lib/domain/payments/count.ts'
import { fetchOrderTimeline, fetchPaymentTimeline } from '#lib/domain/payments/timeline.ts'
import { updatePayment } from '#lib/domain/payments/update.ts'
import { browseRefunds } from '#lib/domain/refunds/browse.ts'
import { createRefund, refundPayment, refundPaymentSeen } from '#lib/domain/refunds/create.ts'
import { fetchAllRefunds, fetchPaymentRefunds } from '#lib/domain/refunds/fetch-all.ts'
import { fetchPaymentRefund, fetchRefund } from '#lib/domain/refunds/fetch.ts'
import { processRefund } from '#lib/domain/refunds/process.ts'
import { updateRefund } from '#lib/domain/refunds/update.ts'
import type { Operation } from '#lib/operation.ts'

/** Everything that the product can do. The REST routes, the document of the interface and the tools are drawn from it. */
export const operations = [
  createOrder,
  fetchAllOrders,
  fetchOrder,
  updateOrder,
  fetchOrderPayments,
  fetchAllPayments,
  fetchPayment,
  fetchPaymentCard,
  updatePayment,
  capturePayment,
  createPayment,
  createUpiPayment,
  fetchPaymentRefunds,
  fetchPaymentRefund,
  fetchPaymentTransfers,
  refundPayment,
  createRefund,
  fetchAllRefunds,
  fetchRefund,
  updateRefund,
  // Of the checkout page.
  beginPayment,
  confirmPayment,
  // Of the staff pages.
  refundPaymentSeen,
  browsePayments,
  countPayments,
  fetchPaymentTimeline,
  browseOrders,
  fetchOrderTimeline,
  browseRefunds,
  fetchBalance,
  createKey,
  revokeKey,
  // Of the worker.
  askLateReply,
  expireAuthorization,
  processRefund,
  settleBankOperation,
] as unknown as Operation[]
