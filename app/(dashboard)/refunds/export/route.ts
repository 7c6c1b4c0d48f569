import { exportRoute } from '#app/(dashboard)/list-page.tsx'
import { refundList } from '#app/(dashboard)/refunds/list.tsx'
import { columnsOf } from '#components/refunds/csv-columns.ts'
import { exportRefunds } from '#lib/domain/refunds/list.ts'

export const GET = exportRoute(refundList, exportRefunds, columnsOf)
