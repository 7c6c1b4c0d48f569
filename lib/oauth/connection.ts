import type { Columns } from '#lib/database/query.ts'
import { isScope } from '#lib/domain/connected-apps/schema/app-scopes.ts'
import type { oauth_grants } from '#lib/generated/prisma/client.ts'
import { type Text, textOf } from '#lib/messages/text.ts'
import type { ConsentRequest } from '#lib/oauth/consent.ts'
import type { EligibleAccount } from '#lib/oauth/eligible-accounts.ts'
import { canText } from '#lib/oauth/scope-text.ts'
import { runtime } from '#lib/runtime.ts'
import type { Language } from '#lib/values/language.ts'
import { formatMoney } from '#lib/values/money-text.ts'
import type { ScopeName } from '#lib/values/permissions.ts'
import { payerDate } from '#lib/values/time-text.ts'

/** The existing access of an app in an account, on behalf of one user. */
export type Connection = {
  id: string
  account_id: string
  scopes: string[]
  limit_per_call: number | null
  limit_per_day: number | null
  created_at: number
  last_used_at: number | null
}

type ConnectionRow = Columns<
  oauth_grants,
  'id' | 'account_id' | 'scopes' | 'limit_per_call' | 'limit_per_day' | 'created_at' | 'last_used_at'
>

/** The person's existing connections of this app, in every account, the one last used first. */
export async function connectionsOf(consentRequest: ConsentRequest, userId: string): Promise<Connection[]> {
  const { clock, query } = runtime()
  const { rows } = await query<ConnectionRow>(
    `SELECT id, account_id, scopes, limit_per_call, limit_per_day, created_at, last_used_at FROM oauth_grants
     WHERE client_id = $1 AND user_id = $2 AND revoked_at IS NULL AND expires_at > $3
     ORDER BY coalesce(last_used_at, created_at) DESC, id LIMIT 50`,
    [consentRequest.client.id, userId, Math.floor(clock() / 1000)],
  )
  const amount = (value: number | bigint | null) => (value === null ? null : Number(value))
  return rows.map((row) => ({
    id: row.id,
    account_id: row.account_id,
    scopes: row.scopes,
    limit_per_call: amount(row.limit_per_call),
    limit_per_day: amount(row.limit_per_day),
    created_at: Number(row.created_at),
    last_used_at: amount(row.last_used_at),
  }))
}

/** The requested scopes that a connection lacks. */
export function newIn(consentRequest: ConsentRequest, { scopes }: Pick<Connection, 'scopes'>): ScopeName[] {
  return consentRequest.scopes.filter((name) => !scopes.includes(name))
}

/**
 * Whether a new connection is suggested to replace an earlier one. A hosted app has one; of an app on a device there may
 * be one on each, so only the one that was used last is, and only when this request asks for more.
 */
function suggestsReplacing(
  consentRequest: Pick<ConsentRequest, 'device' | 'scopes'>,
  before: Connection,
  connections: readonly Connection[],
): boolean {
  if (consentRequest.device === null) return true
  const lastUsed = connections.find(({ account_id }) => account_id === before.account_id)
  return lastUsed === before && consentRequest.scopes.some((name) => !before.scopes.includes(name))
}

/**
 * In sentences: the existing connections in the eligible accounts, each with whether it is replaced. @param zone of
 * the reader @param replaced the submitted choice; null for the suggestion
 */
export function connectedWords(
  consentRequest: ConsentRequest,
  {
    eligibleAccounts,
    connections,
    zone,
    replaced,
    language,
  }: {
    eligibleAccounts: EligibleAccount[]
    connections: Connection[]
    zone: string
    replaced: readonly string[] | null
    language: Language
  },
) {
  const t = textOf(language)
  return connections.flatMap((before) => {
    const eligible = eligibleAccounts.find(({ account }) => account.id === before.account_id)
    if (!eligible || eligible.whyNot !== null) return []
    const { account } = eligible
    const added = newIn(consentRequest, before)
    const limits =
      before.limit_per_call === null || before.limit_per_day === null
        ? []
        : [
            t('consent.at_most', {
              call: formatMoney(before.limit_per_call, account.currency),
              day: formatMoney(before.limit_per_day, account.currency),
            }),
          ]
    return [
      {
        id: before.id,
        replaced: replaced?.includes(before.id) ?? suggestsReplacing(consentRequest, before, connections),
        title: t('consent.connected', {
          merchant: account.merchant_name,
          mode: t(`consent.${account.mode}`),
          date: payerDate(before.created_at, zone, language),
        }),
        lines: [
          t('consent.current', { scopes: clauses(before.scopes, t) }),
          ...limits,
          ...(before.last_used_at === null
            ? []
            : [t('consent.last_used', { date: payerDate(before.last_used_at, zone, language) })]),
          added.length === 0 ? t('consent.adds_nothing') : t('consent.adds', { scopes: clauses(added, t) }),
        ],
      },
    ]
  })
}

function clauses(scopes: readonly string[], t: Text): string {
  return scopes.map((name) => (isScope(name) ? canText(t, name) : name)).join('; ')
}
