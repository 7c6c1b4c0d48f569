import type { Operation } from '#lib/pipeline/operation.ts'
import { countCustomers } from './count.ts'
import { createCustomer } from './create.ts'
import { fetchCustomer } from './fetch.ts'
import { fetchAllCustomers } from './fetch-all.ts'
import { fetchCustomerBills } from './fetch-bills.ts'
import { fetchSimilarCustomers } from './fetch-similar.ts'
import { getCustomerDetails } from './get-details.ts'
import { exportCustomers, listCustomersForDashboard } from './list.ts'
import { fetchCustomerTimeline } from './timeline.ts'
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
