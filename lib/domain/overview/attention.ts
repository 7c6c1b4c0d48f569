import { z } from 'zod'
import { silentAcquirers } from '#lib/domain/acquirers/silent.ts'
import { keysOfPeopleGone } from '#lib/domain/api-keys/find.ts'
import { ENDING_NOW, ENDING_SOON } from '#lib/domain/api-keys/schema.ts'
import { countWaiting } from '#lib/domain/approvals/waiting.ts'
import { Attention } from '#lib/domain/overview/schema.ts'
import { namedPeriod } from '#lib/filters/period.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { zoneOf } from '#lib/values/country.ts'
import { DAY } from '#lib/values/time.ts'
import { Zone } from '#lib/values/trend.ts'
import { overdueBefore } from '#lib/values/working-days.ts'

export const fetchAttention = defineOperation({
  name: 'fetch_attention',
  title: 'Fetch what needs attention',
  summary:
    'Returns what needs attention: authorizations that expire within a day, overdue and failed refunds, reversed payouts, expiring keys, failing webhooks, waiting approvals, a silent acquirer, open differences from a gateway, and the requested deletion of the business.',
  permission: 'payments:read',
  http: null,
  effect: 'read',
  /** `zone`: the reader's, whose days the lists filter by; by default that of the account. */
  input: z.strictObject({ zone: Zone.optional() }),
  output: Attention,
  async run(context, input) {
    const { now } = context
    const account_id = context.account.id
    // As the lists that the numbers lead to, which begin with a day.
    const zone = input.zone ?? zoneOf(context.account.country)
    const { from: lastDays = 0 } = namedPeriod('7d', zone, now)
    // Both read only statuses that few rows have for long, by the index on the status.
    const [expiring] = await context.tables.$queryRaw<object[]>`
      SELECT count(*) AS count, sum(amount)::text AS amount, min(capture_by) AS soonest
      FROM payments
      WHERE account_id = ${account_id} AND status = 'authorized' AND capture_by BETWEEN ${now} AND ${now + DAY}`
    const refunds = context.actor.permissions.has('refunds:read')
      ? await context.tables.$queryRaw<{ status: string }[]>`
          SELECT status, count(*) AS count, sum(amount)::text AS amount
          FROM refunds
          WHERE account_id = ${account_id}
            AND (status = 'pending' AND created_at <= ${overdueBefore(now)} OR status = 'failed' AND created_at >= ${lastDays})
          GROUP BY status`
      : []
    const none = { count: 0, amount: 0 }
    const of = (status: string) => refunds.find((row) => row.status === status) ?? none
    const [reversed] = context.actor.permissions.has('payouts:read')
      ? await context.tables.$queryRaw<object[]>`
          SELECT count(*) AS count, sum(amount)::text AS amount
          FROM payouts
          WHERE account_id = ${account_id} AND status = 'reversed' AND created_at >= ${lastDays}`
      : [none]
    const expires = context.actor.permissions.has('keys:read')
      ? await context.tables.api_keys.findMany({
          where: {
            account_id,
            revoked_at: null,
            replaced_by: null,
            expires_at: { gt: now, lte: now + ENDING_SOON },
          },
          select: { expires_at: true },
        })
      : []
    // An account has few endpoints, so the index by account is enough.
    const endpoints = context.actor.permissions.has('webhooks:read')
      ? await context.tables.webhook_endpoints.findMany({
          where: { account_id, deleted_at: null, active: true },
          select: { disabled_at: true, failing_since: true },
        })
      : []
    // Like the page of approvals: those that the reader can decide, or the reader's own.
    const { waiting: approvals, mine_to_decide } = await countWaiting(context)
    const [silent_acquirer = null] = context.actor.permissions.has('business:write')
      ? await silentAcquirers(context.rows, now, account_id)
      : []
    const differences = context.actor.permissions.has('settlements:write')
      ? await context.tables.gateway_differences.count({ where: { account_id, state: 'open' } })
      : 0
    const closure = context.actor.permissions.has('account:write')
      ? await context.tables.closures.findFirst({
          where: { merchant_id: context.account.merchant_id, status: 'waiting' },
          select: { due_at: true },
        })
      : null
    return {
      silent_acquirer,
      differences,
      closing_at: closure?.due_at ?? null,
      approvals,
      own_approvals: !mine_to_decide,
      expiring,
      overdue: of('pending'),
      failed: of('failed'),
      reversed,
      ending_keys: expires.length,
      urgent_keys: expires.filter(({ expires_at }) => Number(expires_at) <= now + ENDING_NOW).length,
      keys_of_people_gone: context.actor.permissions.has('keys:read')
        ? (await keysOfPeopleGone(context)).length
        : 0,
      disabled_webhooks: endpoints.filter(({ disabled_at }) => disabled_at !== null).length,
      failing_webhooks: endpoints.filter((one) => one.disabled_at === null && one.failing_since !== null)
        .length,
    }
  },
})
