import type { From } from '#lib/auth/address.ts'
import { isConfirmed } from '#lib/auth/confirm.ts'
import { connectApp } from '#lib/domain/connected-apps/connect.ts'
import { limitsFor } from '#lib/domain/connected-apps/rules.ts'
import { movesMoney, SCOPE_NAMES } from '#lib/domain/connected-apps/schema/app-scopes.ts'
import { type Text, textOf } from '#lib/messages/text.ts'
import type { Connection } from '#lib/oauth/connection.ts'
import { allow, type ConsentRequest, type Decision } from '#lib/oauth/consent.ts'
import { LASTS, type TypedConsent, thresholdText } from '#lib/oauth/consent-screen.ts'
import type { EligibleAccount } from '#lib/oauth/eligible-accounts.ts'
import { isGrantable, readLimit } from '#lib/oauth/grantable-scopes.ts'
import { authorizationCompleted } from '#lib/oauth/room.ts'
import { canText, roleText } from '#lib/oauth/scope-text.ts'
import { type AppError, isAppError } from '#lib/pipeline/errors.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import { DEFAULT_LANGUAGE, type Language } from '#lib/values/language.ts'
import type { ScopeName } from '#lib/values/permissions.ts'
import { listText } from '#lib/values/text.ts'
import { DAY } from '#lib/values/time.ts'

/** Why a decision cannot be taken, and next to which part of the form that is said. */
type DecisionError = { message: string; field?: string }

/** The form as it was filled in. */
export function typedIn(form: FormData): TypedConsent {
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
  typed: TypedConsent,
  actor: Actor,
  eligibleAccounts: EligibleAccount[],
  connections: Connection[],
  t: Text,
): (Decision & { as: Actor }) | { errors: DecisionError[] } {
  const chosen = eligibleAccounts.find(({ account }) => account.id === typed.account)
  if (!chosen) return { errors: [{ message: t('consent.choose_account'), field: 'account' }] }
  if (chosen.whyNot !== null) return { errors: [{ message: chosen.whyNot, field: 'account' }] }
  const ticked = SCOPE_NAMES.filter((name) => typed.scopes.includes(name))
  const lacking = ticked.filter((name) => !isGrantable(name, chosen))
  if (lacking.length > 0) return { errors: [{ message: cannot(chosen, lacking, t), field: 'account' }] }
  if (ticked.length === 0) return { errors: [{ message: t('consent.select_one') }] }
  const limits = ticked.some(movesMoney) ? limitsIn(typed, ticked, chosen, t) : NO_LIMITS
  const days = LASTS.find((one) => String(one) === typed.lasts)
  const errors = [
    ...('errors' in limits ? limits.errors : []),
    ...(days === undefined ? [{ message: t('consent.choose_expiry'), field: 'lasts' }] : []),
  ]
  // All at once, and before the password is checked: it has to be typed again each time that the form is shown.
  if ('errors' in limits || days === undefined) return { errors }
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

function cannot(chosen: EligibleAccount, lacking: ScopeName[], t: Text): string {
  return t('consent.role_cannot', {
    merchant: chosen.account.merchant_name,
    role: roleText(t, chosen.role),
    can: listText(
      lacking.map((name) => canText(t, name)),
      t('consent.or'),
    ),
  })
}

/** Lets it, and says where to go on; or why the merchant does not let it after all. */
export async function tryAllow(
  consentRequest: ConsentRequest,
  as: Actor,
  decision: Omit<Decision, 'confirmed'>,
  given: { password: string; from: From },
  language: Language,
): Promise<{ to: string } | (DecisionError & { status: number })> {
  try {
    const confirmed = await isConfirmed(connectApp, as, given.password, given.from)
    const to = await allow(consentRequest, as, { ...decision, confirmed, ip: given.from.ip })
    authorizationCompleted(consentRequest.client.id, given.from.ip)
    return { to }
  } catch (thrown) {
    if (!isAppError(thrown)) throw thrown
    return {
      message: messageOf(thrown, language),
      // An invalid field is corrected in the form, which shows the error.
      status: thrown.field ? 422 : thrown.status,
      ...(thrown.field ? { field: thrown.field } : {}),
    }
  }
}

const NO_LIMITS = { limitPerCall: null, limitPerDay: null }

/** The error in the language of the reader. In English it says the most: amounts, and whom to ask. */
function messageOf({ message, reason, field }: AppError, language: Language): string {
  if (language === DEFAULT_LANGUAGE) return message
  const t = textOf(language)
  if (reason === 'password_required') return t('consent.password_wrong')
  return t(field?.startsWith('limit_') ? 'consent.over_threshold' : 'consent.failed')
}

/** The limits, or what is wrong with each of them. */
function limitsIn(
  typed: TypedConsent,
  scopes: string[],
  chosen: EligibleAccount,
  t: Text,
): Pick<Decision, 'limitPerCall' | 'limitPerDay'> | { errors: Required<DecisionError>[] } {
  const read = { limit_per_call: 0, limit_per_day: 0 }
  const errors: Required<DecisionError>[] = []
  for (const field of ['limit_per_call', 'limit_per_day'] as const) {
    const limit = readLimit(typed[field], chosen.account.currency, t)
    const above = 'amount' in limit && limit.amount > (chosen.threshold ?? Number.POSITIVE_INFINITY)
    if ('problem' in limit) errors.push({ message: limit.problem, field })
    else if (above) errors.push({ message: thresholdText(chosen, t) ?? '', field })
    else read[field] = limit.amount
  }
  if (errors.length === 0 && read.limit_per_day < read.limit_per_call)
    errors.push({ message: t('consent.day_below_call'), field: 'limit_per_day' })
  if (errors.length > 0) return { errors }
  const limits = limitsFor(scopes, read)
  return { limitPerCall: limits.limit_per_call, limitPerDay: limits.limit_per_day }
}
