import { exportRoute } from '#app/(dashboard)/list-page.tsx'
import { transferList } from '#app/(dashboard)/transfers/list.tsx'
import { columnsOf } from '#components/transfers/csv-columns.ts'
import { exportTransfers } from '#lib/domain/transfers/list.ts'

export const GET = exportRoute(transferList, exportTransfers, columnsOf)
