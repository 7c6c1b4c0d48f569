import { SCOPES, type ScopeName } from '#lib/domain/connected-apps/schema/app-scopes.ts'
import type { oauth_grants } from '#lib/generated/prisma/client.ts'
import type { ConsentRequest } from '#lib/oauth/consent.ts'
import type { EligibleAccount } from '#lib/oauth/eligible-accounts.ts'
import type { Columns } from '#lib/query.ts'
import { runtime } from '#lib/runtime.ts'
import { formatMoney } from '#lib/values/money-text.ts'
import { dateText } from '#lib/values/time-text.ts'

/** The existing access of an app in an account, on behalf of one user. */
export type Connection = {
  account_id: string
  scopes: string[]
  limit_per_call: number | null
  limit_per_day: number | null
  created_at: number
}

type ConnectionRow = Columns<
  oauth_grants,
  'account_id' | 'scopes' | 'limit_per_call' | 'limit_per_day' | 'created_at'
>

/** The person's existing grants to this app, in each account. */
export async function connectionsOf(asked: ConsentRequest, userId: string): Promise<Connection[]> {
  const { clock, query } = runtime()
  const { rows } = await query<ConnectionRow>(
    `SELECT DISTINCT ON (account_id) account_id, scopes, limit_per_call, limit_per_day, created_at FROM oauth_grants
     WHERE client_id = $1 AND user_id = $2 AND revoked_at IS NULL AND expires_at > $3
     ORDER BY account_id, created_at DESC`,
    [asked.client.id, userId, Math.floor(clock() / 1000)],
  )
  const amount = (value: number | bigint | null) => (value === null ? null : Number(value))
  return rows.map((row) => ({
    account_id: row.account_id,
    scopes: row.scopes,
    limit_per_call: amount(row.limit_per_call),
    limit_per_day: amount(row.limit_per_day),
    created_at: Number(row.created_at),
  }))
}

/** The requested scopes that a connection lacks. */
export function newIn(asked: ConsentRequest, { scopes }: Pick<Connection, 'scopes'>): ScopeName[] {
  return asked.scopes.filter((name) => !scopes.includes(name))
}

/**
 * In sentences: the existing connections in the eligible accounts, and the effect of allowing on them. @param zone of
 * the reader
 */
export function connectedWords(
  asked: ConsentRequest,
  places: EligibleAccount[],
  connections: Connection[],
  zone: string,
) {
  return places.flatMap(({ account, whyNot }) => {
    const before = connections.find(({ account_id }) => account_id === account.id)
    if (!before || whyNot !== null) return []
    const added = newIn(asked, before)
    const limits =
      before.limit_per_call === null || before.limit_per_day === null
        ? []
        : [
            `At most ${formatMoney(before.limit_per_call, account.currency)} per call and ${formatMoney(before.limit_per_day, account.currency)} in 24 hours.`,
          ]
    return [
      {
        account: account.id,
        title: `Already connected to ${account.merchant_name}, ${account.mode} mode, since ${dateText(before.created_at, zone)}.`,
        lines: [
          `Current access: ${clauses(before.scopes)}.`,
          ...limits,
          added.length === 0 ? 'This request adds no new access.' : `New in this request: ${clauses(added)}.`,
          "Allowing this replaces the current connection. Anything you don't select below ends.",
        ],
      },
    ]
  })
}

function clauses(scopes: readonly string[]): string {
  return scopes.map((name) => (name in SCOPES ? SCOPES[name as ScopeName].can : name)).join('; ')
}
