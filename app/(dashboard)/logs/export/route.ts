import { exportRoute } from '#app/(dashboard)/list-page.tsx'
import { logList } from '#app/(dashboard)/logs/list.tsx'
import { columnsOf } from '#components/logs/csv-columns.ts'
import { exportRequests } from '#lib/domain/requests/list.ts'

export const GET = exportRoute(logList, exportRequests, columnsOf)
