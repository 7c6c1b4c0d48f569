import { systemActor } from '#lib/auth/system-actor.ts'
import { compareWithGateway } from '#lib/domain/gateway-checks/compare.ts'
import { POLL_EVERY, pollGateway } from '#lib/domain/gateway-checks/poll.ts'
import { nightBefore } from '#lib/domain/gateway-checks/rules.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Operation, Runtime } from '#lib/pipeline/operation.ts'
import { log } from '#lib/process/log.ts'
import { zoneOf } from '#lib/values/country.ts'
import { newId } from '#lib/values/id.ts'
import { HOUR } from '#lib/values/time.ts'

/** How many gateway accounts are polled at a time: one that is slow holds up no other for long. */
const AT_ONCE = 5
/** A comparison that failed is tried again after so long, in seconds. */
const AGAIN = HOUR

/** The gateway accounts whose records are still of interest: in use, or with something that is not finished there. */
const GATEWAYS = `FROM acquirers gateway
  JOIN accounts account ON account.id = gateway.account_id AND account.erasing_at IS NULL
  LEFT JOIN gateway_checks checked ON checked.account_id = gateway.account_id AND checked.acquirer_id = gateway.id
  WHERE gateway.kind = 'gateway' AND (gateway.state = 'active' OR checked.requested_at IS NOT NULL OR gateway.state = 'retired'
    AND (EXISTS (SELECT FROM payments WHERE payments.account_id = gateway.account_id AND payments.acquirer_id = gateway.id
        AND payments.status IN ('created', 'authorized'))
      OR EXISTS (SELECT FROM refunds JOIN payments ON payments.account_id = refunds.account_id AND payments.id = refunds.payment_id
        WHERE refunds.account_id = gateway.account_id AND refunds.status = 'pending' AND payments.acquirer_id = gateway.id)))`

type Gateway = { account_id: string; id: string }

/** Polls the gateway accounts that are due. Several workers share them: the operation takes each once. */
export async function pollGateways(runtime: Runtime, stopping?: AbortSignal): Promise<void> {
  const { rows } = await runtime.query<Gateway>(
    `SELECT gateway.account_id, gateway.id ${GATEWAYS} AND coalesce(checked.polled_at, 0) <= $1 ORDER BY gateway.id`,
    [Math.floor(runtime.clock() / 1000) - POLL_EVERY],
  )
  for (let at = 0; at < rows.length; at += AT_ONCE)
    await Promise.all(
      rows.slice(at, at + AT_ONCE).map((gateway) => run(runtime, pollGateway, gateway, stopping)),
    )
}

/**
 * Compares the gateway accounts whose comparison is due since the last night, or was requested. One that was added today waits for
 * the night: what it has is not imported yet.
 */
export async function compareGateways(runtime: Runtime, stopping?: AbortSignal): Promise<void> {
  const now = Math.floor(runtime.clock() / 1000)
  const { rows } = await runtime.query<
    Gateway & { country: string; compared_at: number; comparison_at: number; requested_at: number | null }
  >(
    `SELECT gateway.account_id, gateway.id, account.country, coalesce(checked.compared_at, gateway.created_at) AS compared_at,
       coalesce(checked.comparison_at, 0) AS comparison_at, checked.requested_at
     ${GATEWAYS} ORDER BY gateway.id`,
    [],
  )
  for (const { country, compared_at, comparison_at, requested_at, ...gateway } of rows) {
    const isDue =
      Number(compared_at) < nightBefore(now, zoneOf(country)) && Number(comparison_at) <= now - AGAIN
    if (isDue || requested_at !== null) await run(runtime, compareWithGateway, gateway, stopping)
  }
}

async function run(
  runtime: Runtime,
  operation: Operation,
  { account_id, id }: Gateway,
  stopping: AbortSignal | undefined,
): Promise<void> {
  if (stopping?.aborted) return
  try {
    const actor = await systemActor(runtime.query, account_id, operation.name)
    const requestId = newId('request', runtime.clock())
    await execute(stopping ? stoppable(runtime, stopping) : runtime, operation, actor, { id }, { requestId })
  } catch (error) {
    if (!stopping?.aborted)
      log().warn({ err: error, acquirer: id }, `${operation.name} failed and is tried again.`)
  }
}

/** A runtime whose readers end with the worker: a gateway account takes minutes to read. */
function stoppable(runtime: Runtime, stopping: AbortSignal): Runtime {
  const { acquirers } = runtime
  const reader: typeof acquirers.reader = async (account, id) => {
    const own = await acquirers.reader(account, id)
    return (
      own && {
        ...own,
        pages: (kind, { signal, ...range } = {}) =>
          own.pages(kind, { ...range, signal: signal ? AbortSignal.any([signal, stopping]) : stopping }),
        one: async (kind, record) => {
          stopping.throwIfAborted()
          return own.one(kind, record)
        },
      }
    )
  }
  return { ...runtime, acquirers: { ...acquirers, reader } }
}
