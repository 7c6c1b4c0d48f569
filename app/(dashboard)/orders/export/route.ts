import { exportRoute } from '#app/(dashboard)/list-page.tsx'
import { orderList } from '#app/(dashboard)/orders/list.tsx'
import { columnsOf } from '#components/orders/csv-columns.ts'
import { exportOrders } from '#lib/domain/orders/list.ts'

export const GET = exportRoute(orderList, exportOrders, columnsOf)
