import { accountJoins } from '#lib/auth/account-columns.ts'

/**
 * The joins of a grant `g`: its account, and the person who gave it with their membership, which must be older than
 * the grant. A person who returns to a merchant finds no grant from before.
 */
export const GRANT_JOINS = `${accountJoins('g')}
  JOIN users person ON person.id = g.user_id AND person.disabled_at IS NULL
  JOIN memberships membership ON membership.user_id = g.user_id AND membership.merchant_id = account.merchant_id
    AND membership.created_at <= g.created_at`

/**
 * Whether a grant read with GRANT_JOINS is active: not revoked, not expired, its client not blocked.
 * @param now the query parameter with the current time, in Unix seconds
 */
export function activeGrant(now: `$${number}`): string {
  return `g.revoked_at IS NULL AND g.expires_at > ${now}
    AND NOT EXISTS (SELECT 1 FROM oauth_blocks block
                    WHERE block.merchant_id = account.merchant_id AND block.client_id = g.client_id)`
}
