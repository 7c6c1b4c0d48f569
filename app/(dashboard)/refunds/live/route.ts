import { liveRoute } from '#app/(dashboard)/list-page.tsx'
import { refundList } from '#app/(dashboard)/refunds/list.tsx'
import { countNewerRefunds } from '#lib/domain/refunds/list.ts'

export const GET = liveRoute(refundList, countNewerRefunds, ['refunds', 'events'])
