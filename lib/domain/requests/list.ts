import { defineList } from '#lib/domain/list.ts'
import { REQUEST_FILTERS } from '#lib/domain/requests/filters.ts'
import { latestLines } from '#lib/domain/requests/latest-lines.ts'
import { LoggedRequest, SEARCHED } from '#lib/domain/requests/schema.ts'
import { MAX_COUNTED } from '#lib/filters/page.ts'

export const {
  list: listRequestsForDashboard,
  export: exportRequests,
  countNewer: countNewerRequests,
} = defineList({
  noun: 'requests',
  table: 'request_logs',
  permission: 'requests:read',
  item: LoggedRequest,
  filters: REQUEST_FILTERS,
  max: MAX_COUNTED,
  beside: SEARCHED,
  narrow: latestLines,
})
