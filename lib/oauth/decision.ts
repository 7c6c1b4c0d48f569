import { isConfirmed } from '#lib/auth/confirm.ts'
import type { From } from '#lib/auth/sign-in.ts'
import { connectApp } from '#lib/domain/connected-apps/connect.ts'
import { limitsFor } from '#lib/domain/connected-apps/rules.ts'
import { movesMoney, SCOPE_NAMES, SCOPES } from '#lib/domain/connected-apps/schema/app-scopes.ts'
import type { Connection } from '#lib/oauth/connection.ts'
import { allow, type ConsentRequest, type Decision } from '#lib/oauth/consent.ts'
import { readLimit } from '#lib/oauth/consent-limits.ts'
import { LASTS, type Typed } from '#lib/oauth/consent-screen.ts'
import type { EligibleAccount } from '#lib/oauth/eligible-accounts.ts'
import { isGrantable } from '#lib/oauth/grantable-scopes.ts'
import { authorizationCompleted } from '#lib/oauth/pending-counts.ts'
import { isAppError } from '#lib/pipeline/errors.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import { DAY } from '#lib/values/time.ts'

/** Why a decision cannot be taken, and next to which part of the form that is said. */
type DecisionError = { message: string; field?: string }

/** The form as it was filled in. */
export function typedIn(form: FormData): Typed {
  const text = (name: string) => String(form.get(name) ?? '').slice(0, 100)
  return {
    account: text('account'),
    scopes: form.getAll('scope').map(String),
    limit_per_call: text('limit_per_call'),
    limit_per_day: text('limit_per_day'),
    lasts: text('lasts'),
    replaces: form.getAll('replace').map(String),
  }
}

/**
 * The decision of the form: the account, the granted scopes, also those that the user added to the requested ones, and
 * the connections that end. Never a scope that the user's role in that account lacks, whatever the form says.
 */
export function decisionOf(
  typed: Typed,
  actor: Actor,
  places: EligibleAccount[],
  connections: Connection[],
): (Decision & { as: Actor }) | DecisionError {
  const chosen = places.find(({ account }) => account.id === typed.account)
  if (!chosen) return { message: 'Choose an account.', field: 'account' }
  if (chosen.whyNot !== null) return { message: chosen.whyNot, field: 'account' }
  const ticked = SCOPE_NAMES.filter((name) => typed.scopes.includes(name))
  const lacking = ticked.filter((name) => !isGrantable(name, chosen))
  if (lacking.length > 0)
    return {
      message: `Your role in ${chosen.account.merchant_name} is ${chosen.role}, which can't allow an app to ${lacking.map((name) => SCOPES[name].can).join(', or ')}. Deselect it, or choose another account.`,
      field: 'account',
    }
  if (ticked.length === 0)
    return { message: 'Select at least one permission that you can grant, or deny the request.' }
  const limits = ticked.some(movesMoney) ? limitsIn(typed, ticked, chosen.account.currency) : NO_LIMITS
  if ('message' in limits) return limits
  const days = LASTS.find((one) => String(one) === typed.lasts)
  if (days === undefined) return { message: 'Choose when access expires.', field: 'lasts' }
  return {
    as: { ...actor, account: chosen.account, permissions: chosen.permissions },
    scopes: ticked,
    ...limits,
    lasts: days * DAY,
    replaces: connections
      .filter(({ account_id, id }) => account_id === chosen.account.id && typed.replaces.includes(id))
      .map(({ id }) => id),
  }
}

/** Lets it, and says where to go on; or why the merchant does not let it after all. */
export async function tryAllow(
  asked: ConsentRequest,
  as: Actor,
  decision: Omit<Decision, 'confirmed'>,
  given: { password: string; from: From },
): Promise<{ to: string } | (DecisionError & { status: number })> {
  try {
    const confirmed = await isConfirmed(connectApp, as, given.password, given.from)
    const to = await allow(asked, as, { ...decision, confirmed, ip: given.from.ip })
    authorizationCompleted(asked.client.id, given.from.ip)
    return { to }
  } catch (thrown) {
    if (!isAppError(thrown)) throw thrown
    return {
      message: thrown.message,
      // An invalid field is corrected in the form, which shows the error.
      status: thrown.field ? 422 : thrown.status,
      ...(thrown.field ? { field: thrown.field } : {}),
    }
  }
}

const NO_LIMITS = { limitPerCall: null, limitPerDay: null }

function limitsIn(typed: Typed, scopes: string[], currency: string) {
  const read = { limit_per_call: 0, limit_per_day: 0 }
  for (const field of ['limit_per_call', 'limit_per_day'] as const) {
    const limit = readLimit(typed[field], currency)
    if ('problem' in limit) return { message: limit.problem, field }
    read[field] = limit.amount
  }
  try {
    const { limit_per_call, limit_per_day } = limitsFor(scopes, read)
    return { limitPerCall: limit_per_call, limitPerDay: limit_per_day }
  } catch (thrown) {
    if (!isAppError(thrown)) throw thrown
    return { message: thrown.message, ...(thrown.field ? { field: thrown.field } : {}) }
  }
}
