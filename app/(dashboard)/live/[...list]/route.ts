import { liveRoute } from '#app/(dashboard)/list-page.tsx'
import { LISTS } from '#app/(dashboard)/lists.ts'
import { countNewerOrders } from '#lib/domain/orders/list.ts'
import { countNewerPayments } from '#lib/domain/payments/list.ts'
import { countNewerRefunds } from '#lib/domain/refunds/list.ts'
import { countNewerRequests } from '#lib/domain/requests/list.ts'

/** What counts the newer rows of a list, and the tables whose newest rows say that it may have changed. */
export const GET = liveRoute(LISTS, {
  '/logs': [countNewerRequests, ['request_logs']],
  '/orders': [countNewerOrders, ['orders', 'events']],
  '/payments': [countNewerPayments, ['payments', 'events']],
  '/refunds': [countNewerRefunds, ['refunds', 'events']],
})
