import { appList } from '#app/(dashboard)/connected-apps/list.tsx'
import { exportRoute } from '#app/(dashboard)/list-page.tsx'
import { columnsOf } from '#components/connected-apps/csv-columns.ts'
import { exportApps } from '#lib/domain/connected-apps/list.ts'

export const GET = exportRoute(appList, exportApps, columnsOf)
