import { holdChange } from '#lib/domain/approvals/change.ts'
import { lowestThresholdOf } from '#lib/domain/approvals/requester.ts'
import type { Change } from '#lib/domain/approvals/schema.ts'
import { assertMayChange, findGrant, lockGrant } from '#lib/domain/connected-apps/find.ts'
import { isAboveThreshold, isRaise, limitsFor, scopesLeft } from '#lib/domain/connected-apps/rules.ts'
import { ConnectedApp, type Limits, ReduceAppScopes } from '#lib/domain/connected-apps/schema.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { formatMoney } from '#lib/values/money-text.ts'

export const reduceAppScopes = defineOperation({
  name: 'reduce_app_scopes',
  title: 'Reduce the scopes of a connected app',
  summary:
    'Reduces the scopes of an app, or changes its limits, from its next call. Scopes are never added; only the user who connected it can raise limits.',
  permission: 'apps:connect',
  loosensLimits: true,
  confirm: 'sometimes',
  http: null,
  input: ReduceAppScopes,
  output: ConnectedApp,
  async run(context, { id, scopes, reason, ...wanted }) {
    const found = await lockGrant(context, id)
    assertMayChange(found, context)
    const { grant } = found
    if (grant.revoked_at !== null || grant.expires_at <= context.now) throw refused('app_ended')
    const left = scopesLeft(grant.scopes, scopes)
    const limits = limitsFor(left, wanted)
    const raise = isRaise(grant, limits)
    if (raise) assertMayRaise(found.own, context.confirmed, grant, limits)
    const threshold = raise ? await lowestThresholdOf(context, context.actor.id) : null
    await holdChange(context, {
      operation: 'reduce_app_scopes',
      input: { id, scopes, ...wanted },
      object_id: id,
      changes: wordsOf(grant, { scopes: left, ...limits }, context.account.currency),
      looser: raise && isAboveThreshold(limits, threshold),
      reason,
    })
    await context.rows(
      `UPDATE oauth_grants SET scopes = $3, limit_per_call = $4, limit_per_day = $5, updated_at = $6
       WHERE account_id = $1 AND id = $2`,
      [context.account.id, id, left, limits.limit_per_call, limits.limit_per_day, context.now],
    )
    await narrowInEngine(context, id, left)
    context.noteChange({ scopes: grant.scopes, ...limitsOf(grant) }, { scopes: left, ...limits })
    return (await findGrant(context, id)).grant
  },
})

/** Only the person who connected the app can raise a limit, after giving their password again. */
function assertMayRaise(own: boolean, confirmed: boolean, before: Limits, after: Limits): void {
  const field =
    after.limit_per_call !== null && after.limit_per_call > (before.limit_per_call ?? 0)
      ? 'limit_per_call'
      : 'limit_per_day'
  if (!own)
    throw refused('permission_denied', 'Only the user who connected the app can raise its limits.', {
      field,
    })
  if (!confirmed)
    throw refused('password_required', 'Enter your password to raise the limits.', {
      field: 'password',
    })
}

/** The engine reads the scopes of a token from its own record of the grant, which is updated, too. */
async function narrowInEngine({ rows }: Context, id: string, scopes: string[]): Promise<void> {
  await rows(
    `UPDATE oauth_artifacts SET payload = payload || jsonb_build_object(
       'openid', jsonb_build_object('scope', $2::text),
       'resources', (SELECT jsonb_object_agg(resource, $2::text) FROM jsonb_object_keys(payload -> 'resources') resource))
     WHERE kind = 'Grant' AND grant_id = $1 AND payload ? 'resources'`,
    [id, scopes.join(' ')],
  )
}

/** The changes, described for the approver. */
function wordsOf(before: ConnectedApp, after: Limits & { scopes: string[] }, currency: string): Change[] {
  const text = (amount: number | null) => (amount === null ? 'None' : formatMoney(amount, currency))
  const rows = [
    { label: 'App', before: before.client_name, after: before.client_name },
    { label: 'Scopes', before: before.scopes.join(', '), after: after.scopes.join(', ') },
    { label: 'Limit per call', before: text(before.limit_per_call), after: text(after.limit_per_call) },
    { label: 'Limit in 24 hours', before: text(before.limit_per_day), after: text(after.limit_per_day) },
  ]
  return rows.filter(({ label, before: old, after: next }) => label === 'App' || old !== next)
}

function limitsOf({ limit_per_call, limit_per_day }: Limits): Limits {
  return { limit_per_call, limit_per_day }
}
