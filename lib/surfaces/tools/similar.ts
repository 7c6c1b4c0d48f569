import { logFault } from '#lib/log.ts'
import { execute } from '#lib/pipeline/execute.ts'
import { type Actor, type Operation, permissionLacking } from '#lib/pipeline/operation.ts'
import { runtime } from '#lib/runtime.ts'
import type { Json } from '#lib/surfaces/openapi/schemas.ts'
import { leanRecord } from '#lib/values/lean-record.ts'

/**
 * What a model reads beside a record that it has created: those that it may repeat, as the form of the dashboard warns of
 * them. Models often know only an email, and a customer is found again by its email and contact together.
 */
export async function similarRecords(
  { similar }: Pick<Operation, 'similar'>,
  record: Json,
  actor: Actor,
  requestId: string,
): Promise<Json> {
  if (!similar || permissionLacking(similar.operation, actor) !== undefined) return {}
  const items = await itemsOf(similar.operation, similar.inputOf(record), actor, requestId)
  if (items.length === 0) return {}
  return {
    similar: items.map((one) => leanRecord(one)),
    similar_note:
      'Other records have the same email or contact. If one of them is meant, use its ID and tell the user.',
  }
}

/** The record exists by now, so the call succeeds also where this fails. */
async function itemsOf(
  operation: Operation,
  request: object,
  actor: Actor,
  requestId: string,
): Promise<Json[]> {
  try {
    const { value } = await execute(runtime(), operation, actor, request, { requestId })
    return (value as { items: Json[] }).items
  } catch (error) {
    logFault(error, { request_id: requestId }, 'Similar records could not be read.')
    return []
  }
}
