import { monthList } from '#app/(dashboard)/balance/exported.ts'
import { exportRoute } from '#app/(dashboard)/list-page.tsx'
import { monthColumns } from '#components/balance/month-columns.ts'
import { exportBalanceMonths } from '#lib/domain/balance/export-months.ts'

export const GET = exportRoute(monthList, exportBalanceMonths, monthColumns)
