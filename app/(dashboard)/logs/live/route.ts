import { liveRoute } from '#app/(dashboard)/list-page.tsx'
import { logList } from '#app/(dashboard)/logs/list.tsx'
import { countNewerRequests } from '#lib/domain/requests/list.ts'

export const GET = liveRoute(logList, countNewerRequests, ['request_logs'])
