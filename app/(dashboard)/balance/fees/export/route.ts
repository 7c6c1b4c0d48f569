import { feeList } from '#app/(dashboard)/balance/exported.ts'
import { exportRoute } from '#app/(dashboard)/list-page.tsx'
import { feeColumns } from '#components/balance/month-columns.ts'
import { exportBalanceFees } from '#lib/domain/balance/export-months.ts'

export const GET = exportRoute(feeList, exportBalanceFees, feeColumns)
