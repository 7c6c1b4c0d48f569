import { exportRoute } from '#app/(dashboard)/list-page.tsx'
import { paymentList } from '#app/(dashboard)/payments/list.tsx'
import { columnsOf } from '#components/payments/csv-columns.ts'
import { exportPayments } from '#lib/domain/payments/list.ts'

export const GET = exportRoute(paymentList, exportPayments, columnsOf)
