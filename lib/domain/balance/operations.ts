import type { Operation } from '#lib/pipeline/operation.ts'
import { exportBalanceMovements, listBalanceMovementsForDashboard } from './list.ts'
import {
  closeBalanceMonths,
  exportBalanceFees,
  exportBalanceMonths,
  fetchBalanceMonth,
  fetchBalanceMonths,
} from './months.ts'

export const balanceOperations: readonly Operation[] = [
  listBalanceMovementsForDashboard,
  exportBalanceMovements,
  fetchBalanceMonths,
  fetchBalanceMonth,
  exportBalanceFees,
  exportBalanceMonths,
  closeBalanceMonths,
]
