import type { Operation } from '#lib/pipeline/operation.ts'
import { fetchDayTotals } from './day-totals.ts'
import { summarizeFailures } from './failures.ts'

export const reportOperations: readonly Operation[] = [fetchDayTotals, summarizeFailures]
