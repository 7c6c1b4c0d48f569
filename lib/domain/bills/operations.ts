import type { Operation } from '#lib/pipeline/operation.ts'
import { createBill, createBillFromItems, issueBill, reissueBill } from './create.ts'
import {
  fetchAllBills,
  fetchBill,
  fetchBillForCustomer,
  fetchBillTimeline,
  fetchBillVersions,
  fetchOrderBills,
  getBillDetails,
} from './fetch.ts'
import { exportBills, listBillsForDashboard } from './list.ts'
import { suggestReceiptNumber } from './suggest-number.ts'
import { deleteBill, updateBill, updateBillIfUnchanged } from './update.ts'

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
