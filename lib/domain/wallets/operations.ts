import type { Operation } from '#lib/pipeline/operation.ts'
import { askWalletCode } from './ask-code.ts'
import {
  exportStatement,
  fetchStatement,
  fetchWalletBalance,
  getWalletDetails,
  getWalletDetailsForPayer,
} from './fetch.ts'
import {
  exportStatementEntries,
  exportStatementHead,
  getStatementDetails,
  sumStatement,
} from './get-statement-details.ts'
import { exportWallets, listWalletsForDashboard } from './list.ts'
import { createWalletPayment } from './pay.ts'
import { payFromOpenWallet } from './pay-at-checkout.ts'
import { proveWallet } from './prove.ts'
import { checkStatement, sealStatement } from './seal-statement.ts'
import { fetchWalletBalanceTrend, fetchWalletTrend } from './trend.ts'

export const walletOperations: readonly Operation[] = [
  createWalletPayment,
  fetchWalletBalance,
  fetchStatement,
  askWalletCode,
  proveWallet,
  getWalletDetailsForPayer,
  payFromOpenWallet,
  checkStatement,
  listWalletsForDashboard,
  fetchWalletTrend,
  fetchWalletBalanceTrend,
  getWalletDetails,
  getStatementDetails,
  exportStatementEntries,
  sumStatement,
  sealStatement,
  exportWallets,
  exportStatement,
  exportStatementHead,
]
