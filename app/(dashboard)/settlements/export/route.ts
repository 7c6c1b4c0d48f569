import { exportRoute } from '#app/(dashboard)/list-page.tsx'
import { settlementList } from '#app/(dashboard)/settlements/list.tsx'
import { columnsOf } from '#components/settlements/csv-columns.ts'
import { exportSettlements } from '#lib/domain/settlements/list.ts'

export const GET = exportRoute(settlementList, exportSettlements, columnsOf)
