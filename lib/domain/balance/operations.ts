import type { Operation } from '#lib/pipeline/operation.ts'
import { exportBalanceMovements, listBalanceMovementsForDashboard } from './list.ts'
import {
  closeBalanceMonths,
  exportBalanceFees,
  exportBalanceMonths,
  fetchBalanceMonth,
  fetchBalanceMonths,
} from './months.ts'
import { fetchBalanceTrend } from './trend.ts'

export const balanceOperations: readonly Operation[] = [
  listBalanceMovementsForDashboard,
  exportBalanceMovements,
  fetchBalanceTrend,
  fetchBalanceMonths,
  fetchBalanceMonth,
  exportBalanceFees,
  exportBalanceMonths,
  closeBalanceMonths,
]
