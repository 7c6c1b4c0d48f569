import type { Operation } from '#lib/pipeline/operation.ts'
import { exportBalanceFees, exportBalanceMonths } from './export-months.ts'
import { exportBalanceMovements, listBalanceMovementsForDashboard } from './list.ts'
import { closeBalanceMonths, fetchBalanceMonth, fetchBalanceMonths } from './months.ts'

export const balanceOperations: readonly Operation[] = [
  listBalanceMovementsForDashboard,
  exportBalanceMovements,
  fetchBalanceMonths,
  fetchBalanceMonth,
  exportBalanceFees,
  exportBalanceMonths,
  closeBalanceMonths,
]
