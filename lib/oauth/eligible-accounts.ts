import type { Membership } from '#lib/auth/sessions.ts'
import { policiesOf } from '#lib/domain/connected-apps/policy.ts'
import { obstacleTo } from '#lib/domain/connected-apps/rules.ts'
import type { Text } from '#lib/messages/text.ts'
import type { ConsentRequest } from '#lib/oauth/consent.ts'
import { type Permission, ROLE_PERMISSIONS, type Role } from '#lib/permissions.ts'
import { rowsOf } from '#lib/query.ts'
import { runtime } from '#lib/runtime.ts'

/** An account in which an app could act for a user, with the scopes that their role and the merchant permit there. */
export type EligibleAccount = {
  account: Membership['account']
  role: Role
  permissions: ReadonlySet<Permission>
  /** Why the merchant does not let this app connect, as a sentence; null when it does. */
  whyNot: string | null
}

/** Everything that a person belongs to, judged for one app. */
export async function eligibleAccountsOf(
  asked: ConsentRequest,
  memberships: Membership[],
  t: Text,
): Promise<EligibleAccount[]> {
  const { query } = runtime()
  const merchants = [...new Set(memberships.map(({ account }) => account.merchant_id))]
  const policies = await policiesOf(rowsOf(query), merchants, asked.client.id)
  return memberships.map(({ account, role, locked }) => {
    const policy = policies.get(account.merchant_id)
    return {
      account,
      role,
      permissions: new Set(ROLE_PERMISSIONS[role]),
      whyNot: locked
        ? t('consent.second_factor')
        : policy
          ? whyNot(obstacleTo(policy, asked.client, asked.redirectHost), asked.redirectHost, role, t)
          : t('consent.merchant_gone'),
    }
  })
}

function whyNot(obstacle: ReturnType<typeof obstacleTo>, host: string, role: Role, t: Text): string | null {
  if (obstacle === null) return null
  if (obstacle === 'redirect_host') return t('consent.redirect_host', { host })
  if (obstacle !== 'self_registered') return t(`consent.${obstacle}`)
  // Whether the reader can register it in the dashboard.
  const mayRegister = ROLE_PERMISSIONS[role].includes('apps:write')
  return t(mayRegister ? 'consent.self_registered_you' : 'consent.self_registered_others')
}
