import type { Membership } from '#lib/auth/sessions.ts'
import { rowsOf } from '#lib/database/query.ts'
import { lowestThresholdsOf } from '#lib/domain/approvals/requester.ts'
import { policiesOf } from '#lib/domain/connected-apps/connect.ts'
import { obstacleTo } from '#lib/domain/connected-apps/rules.ts'
import type { Text } from '#lib/messages/text.ts'
import type { ConsentRequest } from '#lib/oauth/consent.ts'
import { runtime } from '#lib/runtime.ts'
import type { Permission } from '#lib/values/permissions.ts'

/** An account in which an app could act for a user, with the scopes that their role and the merchant permit there. */
export type EligibleAccount = {
  account: Membership['account']
  role: string
  permissions: ReadonlySet<Permission>
  /** Why the merchant does not let this app connect, as a sentence; null when it does. */
  whyNot: string | null
  /** Above what amount the person needs approval; null for any amount without. Limits of apps are at most that. */
  threshold: number | null
}

/** Everything that a person belongs to, judged for one app. */
export async function eligibleAccountsOf(
  consentRequest: ConsentRequest,
  userId: string,
  memberships: Membership[],
  t: Text,
): Promise<EligibleAccount[]> {
  const { query } = runtime()
  const merchants = [...new Set(memberships.map(({ account }) => account.merchant_id))]
  const ids = memberships.map(({ account }) => account.id)
  const [policies, lowest] = await Promise.all([
    policiesOf(rowsOf(query), merchants, consentRequest.client.id),
    lowestThresholdsOf(rowsOf(query), ids, userId),
  ])
  const thresholds = new Map(lowest.map((row) => [row.account_id, row.lowest]))
  return memberships.map(({ account, role, locked }) => {
    const policy = policies.get(account.merchant_id)
    return {
      account,
      role: role.name,
      permissions: new Set(role.permissions),
      threshold: thresholds.get(account.id) ?? null,
      whyNot: locked
        ? t('consent.second_factor')
        : policy
          ? whyNot(
              obstacleTo(policy, consentRequest.client, consentRequest.redirectHost),
              consentRequest.redirectHost,
              role.permissions.includes('apps:write'),
              t,
            )
          : t('consent.merchant_gone'),
    }
  })
}

/** @param mayRegister whether the reader can register the app in the dashboard */
function whyNot(
  obstacle: ReturnType<typeof obstacleTo>,
  host: string,
  mayRegister: boolean,
  t: Text,
): string | null {
  if (obstacle === null) return null
  if (obstacle === 'redirect_host') return t('consent.redirect_host', { host })
  if (obstacle !== 'self_registered') return t(`consent.${obstacle}`)
  return t(mayRegister ? 'consent.self_registered_you' : 'consent.self_registered_others')
}
