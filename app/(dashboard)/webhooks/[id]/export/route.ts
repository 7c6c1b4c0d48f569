import { exportPartRoute } from '#app/(dashboard)/list-page.tsx'
import { deliveryList } from '#app/(dashboard)/webhooks/[id]/list.tsx'
import { columnsOf } from '#components/webhooks/delivery-csv-columns.ts'
import { exportDeliveries } from '#lib/domain/webhooks/list.ts'

export const GET = exportPartRoute(deliveryList, exportDeliveries, columnsOf, ({ event_id }) => event_id)
