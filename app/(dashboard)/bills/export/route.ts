import { billList } from '#app/(dashboard)/bills/list.tsx'
import { exportRoute } from '#app/(dashboard)/list-page.tsx'
import { columnsOf } from '#components/bills/csv-columns.ts'
import { walkBills } from '#lib/domain/bills/list.ts'

export const GET = exportRoute(billList, walkBills, columnsOf)
