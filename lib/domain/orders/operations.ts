import type { Operation } from '#lib/pipeline/operation.ts'
import { createOrder } from './create.ts'
import { fetchOrder } from './fetch.ts'
import { fetchAllOrders } from './fetch-all.ts'
import { fetchOrderForPayer } from './fetch-for-payer.ts'
import { fetchOrderPayments } from './fetch-payments.ts'
import { getOrderDefaults } from './get-defaults.ts'
import { getOrderDetails } from './get-details.ts'
import { countNewerOrders, exportOrders, listOrdersForDashboard } from './list.ts'
import { updateOrder } from './update.ts'

export const orderOperations: readonly Operation[] = [
  createOrder,
  fetchAllOrders,
  fetchOrder,
  updateOrder,
  fetchOrderPayments,
  fetchOrderForPayer,
  getOrderDefaults,
  listOrdersForDashboard,
  countNewerOrders,
  exportOrders,
  getOrderDetails,
]
