import { eventList } from '#app/(dashboard)/events/list.tsx'
import { exportRoute } from '#app/(dashboard)/list-page.tsx'
import { columnsOf } from '#components/events/csv-columns.ts'
import { exportEvents } from '#lib/domain/events/list.ts'

export const GET = exportRoute(eventList, exportEvents, columnsOf)
