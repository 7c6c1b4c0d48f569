import { explain } from '#lib/domain/requests/explain.ts'
import { FetchRequest, RequestDetails } from '#lib/domain/requests/schema.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const getRequestDetails = defineOperation({
  name: 'get_request_details',
  title: 'Get the details of a request',
  summary: 'Returns one request of the log with both bodies, its headers and its events.',
  permission: 'requests:read',
  http: null,
  effect: 'read',
  input: FetchRequest,
  output: RequestDetails,
  async run(context, { id }) {
    const account_id = context.account.id
    const line = await context.tables.request_logs.findUnique({
      where: { account_id_id: { account_id, id } },
    })
    if (!line)
      throw refused(
        'record_not_found',
        `There is no request ${id} in the log of this account and mode. It may be older than the retention period.`,
        { field: 'id' },
      )
    const events = await context.tables.events.findMany({
      where: { account_id, request_id: id },
      orderBy: { id: 'asc' },
      take: 50,
      select: { id: true, event: true, object_id: true, created_at: true },
    })
    return { ...line, events, explanation: explain(line.error_reason) }
  },
})
