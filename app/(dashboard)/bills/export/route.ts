import { billList } from '#app/(dashboard)/bills/list.tsx'
import { exportRoute } from '#app/(dashboard)/list-page.tsx'
import { columnsOf } from '#components/bills/csv-columns.ts'
import { exportBills } from '#lib/domain/bills/list.ts'

export const GET = exportRoute(billList, exportBills, columnsOf)
