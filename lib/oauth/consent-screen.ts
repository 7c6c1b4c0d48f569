import { keyRing } from '#lib/auth/key-ring.ts'
import type { SignedIn } from '#lib/auth/staff.ts'
import { movesMoney, SCOPE_NAMES } from '#lib/domain/connected-apps/schema/app-scopes.ts'
import { type Text, textOf } from '#lib/messages/text.ts'
import { type Connection, connectedWords, newIn } from '#lib/oauth/connection.ts'
import type { ConsentRequest } from '#lib/oauth/consent.ts'
import type { EligibleAccount } from '#lib/oauth/eligible-accounts.ts'
import { grantableScopesOf, isGrantable, suggestedLimits } from '#lib/oauth/grantable-scopes.ts'
import { cannotText, roleText } from '#lib/oauth/scope-text.ts'
import { namesOurs, trustWordIn } from '#lib/values/client-name.ts'
import type { Language } from '#lib/values/language.ts'
import { currencySymbol, formatMoney } from '#lib/values/money-text.ts'
import { redirectOriginOf } from '#lib/values/redirect-uri.ts'

/** How many days a grant can be made to last, and what the screen suggests. */
export const LASTS = [1, 30, 90, 180] as const
const SUGGESTED_LASTS = 30

/** The user's input, kept when the form is shown again. Never the password. */
export type TypedConsent = {
  account: string
  scopes: string[]
  limit_per_call: string
  limit_per_day: string
  lasts: string
  replaces: string[]
}

/** The text of the screen, from the request, the signed-in person and the eligible accounts. */
export function screenOf(
  consentRequest: ConsentRequest,
  {
    signedIn: { actor, session, membership },
    eligibleAccounts,
    typed,
    connections,
    language,
  }: {
    signedIn: SignedIn
    eligibleAccounts: EligibleAccount[]
    typed: TypedConsent | null
    connections: Connection[]
    language: Language
  },
) {
  const t = textOf(language)
  const offer = grantableScopesOf(consentRequest, eligibleAccounts, t)
  const chosen = chosenOf(eligibleAccounts, typed?.account ?? membership.account.id)
  const ticked = (name: string, money: boolean, there: boolean) =>
    typed ? typed.scopes.includes(name) : !money && there
  const before = connections.find(({ account_id }) => account_id === chosen?.account.id)
  const fresh = before
    ? newIn(consentRequest, before).filter((name) =>
        offer.scopes.some((one) => one.requested && one.name === name),
      )
    : []
  const freshUnticked = typed === null && fresh.length > 0 && fresh.every(movesMoney)
  const group = (title: string, kind: 'see' | 'change' | 'move', requested: boolean) => ({
    title,
    kind,
    // Without it a user who only submits would think that they had allowed the new scopes.
    hint: requested && freshUnticked && kind === 'move' ? t('consent.nothing_new') : null,
    scopes: offer.scopes
      .filter((scope) => scope.kind === kind && scope.requested === requested)
      .map(({ name, sentence, detail, notes }) => ({
        name,
        sentence,
        detail,
        notes,
        // Scopes that move money, or that the app did not request, must be ticked; they are never preselected.
        ticked: ticked(
          name,
          movesMoney(name) || !requested,
          chosen !== undefined && isGrantable(name, chosen),
        ),
      })),
    refused: requested
      ? offer.refused.filter((refused) => refused.kind === kind).map(({ sentence }) => sentence)
      : [],
  })
  const groups = (requested: boolean) =>
    [
      group(t('consent.can_see'), 'see', requested),
      group(t('consent.can_change'), 'change', requested),
      group(t('consent.can_move'), 'move', requested),
    ].filter(({ scopes, refused }) => scopes.length + refused.length > 0)
  const currencies = [...new Set(eligibleAccounts.map(({ account }) => account.currency))]
  const threshold = lowestOf(eligibleAccounts)
  const suggested = suggestedLimits(chosen?.account.currency ?? 'INR', threshold)
  return {
    clientName: consentRequest.client.name,
    language,
    origin: [originOf(consentRequest, t), ...borrowedName(consentRequest, eligibleAccounts, t)].join(' '),
    clientUri: consentRequest.client.uri,
    redirectHost: consentRequest.redirectHost,
    device: consentRequest.device,
    checked: consentRequest.client.origin === 'manual',
    connected: connectedWords(consentRequest, {
      eligibleAccounts,
      connections,
      zone: session.user.time_zone,
      replaced: typed?.replaces ?? null,
      language,
    }),
    person: actor.name,
    accounts: eligibleAccounts.map(({ account, role, whyNot }) => ({
      id: account.id,
      merchant: account.merchant_name,
      mode: account.mode,
      role: roleText(t, role),
      whyNot,
      chosen: account.id === chosen?.account.id,
    })),
    groups: groups(true),
    more: groups(false),
    limits: offer.scopes.some(({ kind }) => kind === 'move')
      ? {
          // With several currencies the amounts are in that of the account that is chosen, so none is shown.
          symbol: currencies.length === 1 ? currencySymbol(currencies[0] ?? 'INR') : null,
          most: thresholdText(chosen, t),
          perCall: typed?.limit_per_call ?? suggested.perCall,
          perDay: typed?.limit_per_day ?? suggested.perDay,
        }
      : null,
    lasts: LASTS.map((days) => ({
      days,
      chosen: String(days) === (typed?.lasts ?? String(SUGGESTED_LASTS)),
    })),
    cannot: SCOPE_NAMES.filter(
      (name) => !offer.scopes.some((scope) => scope.requested && scope.name === name),
    ).map((name) => cannotText(t, name)),
    token: consentToken(consentRequest.uid, session.id),
  }
}

/** The lowest threshold of all accounts, so that the suggestion can be submitted for each: the page has no script. */
function lowestOf(eligibleAccounts: EligibleAccount[]): number | null {
  const all = eligibleAccounts.flatMap(({ threshold, whyNot }) =>
    whyNot === null && threshold !== null ? [threshold] : [],
  )
  return all.length > 0 ? Math.min(...all) : null
}

/** The highest limit that a person can set in an account, as a sentence; null without one. */
export function thresholdText(chosen: EligibleAccount | undefined, t: Text): string | null {
  if (!chosen || chosen.threshold === null) return null
  return t('consent.threshold', { amount: formatMoney(chosen.threshold, chosen.account.currency) })
}

function chosenOf(eligibleAccounts: EligibleAccount[], id: string): EligibleAccount | undefined {
  const open = eligibleAccounts.filter(({ whyNot }) => whyNot === null)
  return open.find(({ account }) => account.id === id) ?? open[0]
}

function originOf({ client }: ConsentRequest, t: Text): string {
  if (client.origin === 'manual') return t('consent.registered')
  if (client.origin === 'document') return t('consent.described', { url: client.id })
  return t('consent.self_registered', { ago: ago(client.registeredAt ?? 0, t) })
}

/** What the name of an unverified app borrows: the name of this product or of merchants, or a word of trust. */
function borrowedName({ client }: ConsentRequest, eligibleAccounts: EligibleAccount[], t: Text): string[] {
  if (client.origin === 'manual') return []
  const plain = (text: string) =>
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, '')
  const merchants = [...new Set(eligibleAccounts.map(({ account }) => account.merchant_name))]
  const ours = namesOurs(client.name) ? [t('consent.uses_ours')] : []
  const word = trustWordIn(client.name)
  const trusted = word === null ? [] : [t('consent.uses_trust', { word })]
  const borrowed = merchants
    .filter((merchant) => plain(merchant) !== '' && plain(client.name).includes(plain(merchant)))
    .map((merchant) => t('consent.uses_merchant', { merchant }))
  return [...ours, ...borrowed, ...trusted]
}

function ago(at: number, t: Text): string {
  const minutes = Math.max(0, Math.round((Date.now() / 1000 - at) / 60))
  if (minutes < 2) return t('consent.ago_moment')
  if (minutes < 120) return t('consent.ago_minutes', { count: minutes })
  const hours = Math.round(minutes / 60)
  return hours < 48
    ? t('consent.ago_hours', { count: hours })
    : t('consent.ago_days', { count: Math.round(hours / 24) })
}

/** Ties a form to the sign-in that opened it. */
function consentToken(uid: string, sessionId: string): string {
  return keyRing().proofs('consent', `${uid} ${sessionId}`)[0]
}

export function isConsentToken(token: string, uid: string, sessionId: string): boolean {
  return keyRing().isProof('consent', `${uid} ${sessionId}`, token)
}

/** No script at all, no frame, and forms that lead here and then to the app, since browsers count where they end. */
export function consentPolicy(nonce: string, redirectUri: string): string {
  const back = redirectOriginOf(redirectUri)
  return `default-src 'none'; script-src 'none'; style-src 'nonce-${nonce}'; img-src 'self'; font-src 'self' data:; base-uri 'none'; form-action 'self' ${back}; frame-ancestors 'none'`
}
