import { liveRoute } from '#app/(dashboard)/list-page.tsx'
import { orderList } from '#app/(dashboard)/orders/list.tsx'
import { countNewerOrders } from '#lib/domain/orders/list.ts'

export const GET = liveRoute(orderList, countNewerOrders, ['orders', 'events'])
