import { exportRoute } from '#app/(dashboard)/list-page.tsx'
import { transferList } from '#app/(dashboard)/transfers/list.tsx'
import { columnsOf } from '#components/transfers/csv-columns.ts'
import { walkTransfers } from '#lib/domain/transfers/list.ts'

export const GET = exportRoute(transferList, walkTransfers, columnsOf)
