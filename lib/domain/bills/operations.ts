import type { Operation } from '#lib/pipeline/operation.ts'
import { createBill } from './create.ts'
import { createBillFromItems } from './create-from-items.ts'
import { deleteBill } from './delete.ts'
import { fetchBill } from './fetch.ts'
import { fetchAllBills } from './fetch-all.ts'
import { fetchBillForCustomer } from './fetch-for-customer.ts'
import { fetchOrderBills } from './fetch-order-bills.ts'
import { fetchBillVersions } from './fetch-versions.ts'
import { getBillDetails } from './get-details.ts'
import { issueBill, reissueBill } from './issue.ts'
import { exportBills, listBillsForDashboard } from './list.ts'
import { suggestReceiptNumber } from './suggest-number.ts'
import { fetchBillTimeline } from './timeline.ts'
import { updateBill, updateBillIfUnchanged } from './update.ts'

export const billOperations: readonly Operation[] = [
  createBill,
  fetchAllBills,
  fetchBill,
  updateBill,
  deleteBill,
  fetchBillForCustomer,
  createBillFromItems,
  listBillsForDashboard,
  exportBills,
  getBillDetails,
  updateBillIfUnchanged,
  issueBill,
  reissueBill,
  suggestReceiptNumber,
  fetchOrderBills,
  fetchBillVersions,
  fetchBillTimeline,
]
