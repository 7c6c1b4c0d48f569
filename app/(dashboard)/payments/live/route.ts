import { liveRoute } from '#app/(dashboard)/list-page.tsx'
import { paymentList } from '#app/(dashboard)/payments/list.tsx'
import { countNewerPayments } from '#lib/domain/payments/list.ts'

export const GET = liveRoute(paymentList, countNewerPayments, ['payments', 'events'])
