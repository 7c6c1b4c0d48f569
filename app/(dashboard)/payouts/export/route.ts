import { exportRoute } from '#app/(dashboard)/list-page.tsx'
import { payoutList } from '#app/(dashboard)/payouts/list.tsx'
import { columnsOf } from '#components/payouts/csv-columns.ts'
import { exportPayouts } from '#lib/domain/payouts/list.ts'

export const GET = exportRoute(payoutList, exportPayouts, columnsOf)
