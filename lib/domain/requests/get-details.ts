import { assertReplayable, explain } from '#lib/domain/requests/rules.ts'
import { FetchRequest, RequestDetails } from '#lib/domain/requests/schema.ts'
import type { request_logs } from '#lib/generated/prisma/client.ts'
import { refused, ruleErrorOf } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation, permissionLacking } from '#lib/pipeline/operation.ts'

export const getRequestDetails = defineOperation({
  name: 'get_request_details',
  title: 'Get the details of a request',
  summary:
    'Returns one request of the log with both bodies, its headers and its events, and whether it can be sent again.',
  permission: 'requests:read',
  http: null,
  effect: 'read',
  input: FetchRequest,
  output: RequestDetails,
  async run(context, { id }) {
    const line = await findRequest(context, id)
    const assertReplayable = await replayRuleOf(context, line)
    return { ...line, replay_error: ruleErrorOf(assertReplayable) }
  },
})

export const prepareReplay = defineOperation({
  name: 'prepare_replay',
  title: 'Prepare the replay of a request',
  summary:
    'Returns a request of the log that can be sent again: of test mode, logged whole, and of an operation that the person may run.',
  permission: 'requests:read',
  http: null,
  effect: 'read',
  input: FetchRequest,
  output: RequestDetails,
  errors: ['request_not_repeatable'],
  async run(context, { id }) {
    const line = await findRequest(context, id)
    const assertReplayable = await replayRuleOf(context, line)
    assertReplayable()
    return { ...line, replay_error: null }
  },
})

/** @throws record_not_found */
async function findRequest({ account, tables }: Context, id: string) {
  const account_id = account.id
  const line = await tables.request_logs.findUnique({ where: { account_id_id: { account_id, id } } })
  if (!line)
    throw refused(
      'record_not_found',
      `There is no request ${id} in the log of this account and mode. It may be older than the retention period.`,
      { field: 'id' },
    )
  const events = await tables.events.findMany({
    where: { account_id, request_id: id },
    orderBy: { id: 'asc' },
    take: 50,
    select: { id: true, event: true, object_id: true, created_at: true },
  })
  return { ...line, events, explanation: explain(line.error_reason) }
}

/** The rule whether a person may send a request again. */
async function replayRuleOf({ account, actor, operationNamed }: Context, line: request_logs) {
  const operation = line.operation === null ? undefined : await operationNamed(line.operation)
  const lacking = operation && permissionLacking(operation, actor)
  const request = RequestDetails.pick({
    source: true,
    path: true,
    operation: true,
    error_reason: true,
    request_body: true,
    request_headers: true,
  }).parse(line)
  return () => assertReplayable(request, operation, { mode: account.mode, lacking })
}
