import { balanceList } from '#app/(dashboard)/balance/list.tsx'
import { exportRoute } from '#app/(dashboard)/list-page.tsx'
import { columnsOf } from '#components/balance/csv-columns.ts'
import { exportBalanceMovements } from '#lib/domain/balance/list.ts'

export const GET = exportRoute(balanceList, exportBalanceMovements, columnsOf)
