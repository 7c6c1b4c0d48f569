import type { Operation } from '#lib/pipeline/operation.ts'
import { createFundAccount } from './create.ts'
import { fetchAllFundAccounts, fetchFundAccount, revealFundAccount, updateFundAccount } from './fetch.ts'
import { exportFundAccounts, listFundAccountsForDashboard } from './list.ts'

export const fundAccountOperations: readonly Operation[] = [
  createFundAccount,
  fetchAllFundAccounts,
  fetchFundAccount,
  updateFundAccount,
  listFundAccountsForDashboard,
  exportFundAccounts,
  revealFundAccount,
]
