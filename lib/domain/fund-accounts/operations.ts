import type { Operation } from '#lib/pipeline/operation.ts'
import { createFundAccount } from './create.ts'
import { fetchAllFundAccounts, fetchFundAccount } from './fetch.ts'
import { exportFundAccounts, listFundAccountsForDashboard } from './list.ts'
import { revealFundAccount } from './reveal.ts'
import { updateFundAccount } from './update.ts'

export const fundAccountOperations: readonly Operation[] = [
  createFundAccount,
  fetchAllFundAccounts,
  fetchFundAccount,
  updateFundAccount,
  listFundAccountsForDashboard,
  exportFundAccounts,
  revealFundAccount,
]
