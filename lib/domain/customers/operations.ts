import type { Operation } from '#lib/pipeline/operation.ts'
import { createCustomer } from './create.ts'
import {
  countCustomers,
  fetchAllCustomers,
  fetchCustomer,
  fetchCustomerBills,
  fetchCustomerTimeline,
  fetchSimilarCustomers,
  getCustomerDetails,
} from './fetch.ts'
import { exportCustomers, listCustomersForDashboard } from './list.ts'
import { editCustomer, previewCustomerUpdate, updateCustomer, updateCustomerIfUnchanged } from './update.ts'

export const customerOperations: readonly Operation[] = [
  createCustomer,
  fetchAllCustomers,
  fetchCustomer,
  updateCustomer,
  editCustomer,
  listCustomersForDashboard,
  countCustomers,
  exportCustomers,
  getCustomerDetails,
  updateCustomerIfUnchanged,
  previewCustomerUpdate,
  fetchCustomerTimeline,
  fetchCustomerBills,
  fetchSimilarCustomers,
]
