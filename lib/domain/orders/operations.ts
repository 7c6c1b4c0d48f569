import type { Operation } from '#lib/pipeline/operation.ts'
import { createOrder } from './create.ts'
import { fetchAllOrders, fetchOrder, fetchOrderPayments, getOrderDefaults, getOrderDetails } from './fetch.ts'
import { fetchOrderForPayer } from './fetch-for-payer.ts'
import { countNewerOrders, exportOrders, listOrdersForDashboard } from './list.ts'
import { openCheckout } from './open-checkout.ts'
import { updateOrder } from './update.ts'

export const orderOperations: readonly Operation[] = [
  createOrder,
  fetchAllOrders,
  fetchOrder,
  updateOrder,
  fetchOrderPayments,
  fetchOrderForPayer,
  openCheckout,
  getOrderDefaults,
  listOrdersForDashboard,
  countNewerOrders,
  exportOrders,
  getOrderDetails,
]
