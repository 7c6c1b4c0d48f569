import { grantableScopes, SCOPE_NAMES, SCOPES } from '#lib/domain/connected-apps/schema/app-scopes.ts'
import type { Text } from '#lib/messages/text.ts'
import type { ConsentRequest } from '#lib/oauth/consent.ts'
import type { EligibleAccount } from '#lib/oauth/eligible-accounts.ts'
import { canText, detailText, moneyPermissionText, roleText, scopeText } from '#lib/oauth/scope-text.ts'
import { MAX_AMOUNT } from '#lib/values/money.ts'
import { formatMoney, parseMoney } from '#lib/values/money-text.ts'
import type { ScopeName } from '#lib/values/permissions.ts'
import { listText } from '#lib/values/text.ts'

/** A scope, as it can be granted in the accounts that the user can choose. */
type GrantableScope = {
  name: ScopeName
  kind: 'see' | 'change' | 'move'
  sentence: string
  detail: string | null
  /** Where or how far it cannot be granted, in sentences. */
  notes: string[]
  /** Whether the app requested it. The others are offered to the person, for apps that cannot ask again. */
  requested: boolean
}

type GrantableScopes = {
  scopes: GrantableScope[]
  /** Requested scopes that cannot be granted in any account: why, in a sentence each. */
  refused: { kind: 'see' | 'change' | 'move'; sentence: string }[]
}

/** The grantable scopes, requested or not, for each eligible account. */
export function grantableScopesOf(
  consentRequest: ConsentRequest,
  eligibleAccounts: EligibleAccount[],
  t: Text,
): GrantableScopes {
  const open = eligibleAccounts.filter(({ whyNot }) => whyNot === null)
  const offer: GrantableScopes = { scopes: [], refused: [] }
  for (const name of SCOPE_NAMES) {
    const requested = consentRequest.scopes.includes(name)
    const { kind } = SCOPES[name]
    const [sentence, detail] = [scopeText(t, name), detailText(t, name)]
    const without = open.filter((eligible) => !isGrantable(name, eligible))
    if (without.length === open.length) {
      if (open.length > 0 && requested) offer.refused.push({ kind, sentence: reasonOf(name, without, t) })
      continue
    }
    const within = open.filter((eligible) => !without.includes(eligible))
    const notes = [
      ...without.map((eligible) => notThere(eligible, t)),
      ...within.flatMap((eligible) => lessThere(name, eligible, open, t)),
    ]
    offer.scopes.push({ name, kind, sentence, detail, notes: [...new Set(notes)], requested })
  }
  return offer
}

/** Whether a user could grant a scope in an account: their role has some part of it. */
export function isGrantable(name: ScopeName, { permissions }: Pick<EligibleAccount, 'permissions'>): boolean {
  return grantableScopes(permissions).includes(name)
}

function reasonOf(name: ScopeName, eligibleAccounts: EligibleAccount[], t: Text): string {
  const roles = [...new Set(eligibleAccounts.map(({ role }) => role))]
  const [only] = roles
  const can = canText(t, name)
  return roles.length === 1 && only
    ? t('consent.refused', { can, role: roleText(t, only) })
    : t('consent.refused_roles', { can })
}

function notThere({ account, role }: EligibleAccount, t: Text): string {
  return t('consent.not_there', { merchant: account.merchant_name, role: roleText(t, role) })
}

/** For scopes that move money, the permissions that the role lacks; the others do not need the detail. */
function lessThere(name: ScopeName, eligible: EligibleAccount, open: EligibleAccount[], t: Text): string[] {
  const scope = SCOPES[name]
  if (scope.kind !== 'move') return []
  const lacking = scope.permissions.filter((one) => !eligible.permissions.has(one))
  if (lacking.length === 0) return []
  const permissions = listText(
    lacking.map((permission) => moneyPermissionText(t, permission)),
    t('consent.and'),
  )
  const several = new Set(open.map(({ account }) => account.merchant_id)).size > 1
  return [
    several
      ? t('consent.excludes_for', { permissions, merchant: eligible.account.merchant_name })
      : t('consent.excludes', { permissions }),
  ]
}

/**
 * The default limits of an app without approval, in minor units: low, in every currency.
 * @param threshold above what amount the person needs approval themselves
 */
export function suggestedLimits(
  currency: string,
  threshold: number | null,
): { perCall: string; perDay: string } {
  const [perCall, perDay] = currency === 'INR' ? ([200_000, 1_000_000] as const) : ([10_000, 50_000] as const)
  const most = (amount: number) => plain(Math.min(amount, threshold ?? amount), currency)
  return { perCall: most(perCall), perDay: most(perDay) }
}

function plain(amount: number, currency: string): string {
  return formatMoney(amount, currency).replace(/^\D+/, '')
}

type ReadLimit = { amount: number } | { problem: string }

/** An amount as it was typed. */
export function readLimit(text: string, currency: string, t: Text): ReadLimit {
  if (text.trim() === '') return { problem: t('consent.enter_amount') }
  const amount = parseMoney(text, currency)
  if (amount === null) return { problem: t('consent.no_amount', { text: text.trim().slice(0, 30) }) }
  if (amount > MAX_AMOUNT)
    return { problem: t('consent.max_amount', { amount: formatMoney(MAX_AMOUNT, currency) }) }
  return { amount }
}
