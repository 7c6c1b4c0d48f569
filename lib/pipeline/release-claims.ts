import { setTimeout as sleep } from 'node:timers/promises'
import type { Query } from '#lib/database/query.ts'
import { LEASE_SECONDS } from '#lib/pipeline/idempotency.ts'
import type { Claim } from '#lib/pipeline/operation.ts'

/** How often the database is asked for while it is away, in milliseconds. */
const EVERY_MS = 100
/** More claims than this end with their leases. */
const MOST = 10_000

type Waiting = { claim: Claim; until: number }

const waiting = new WeakMap<Query, Waiting[]>()

/**
 * Releases a claimed key as soon as the database responds, where it could not be: its request was cut off by an outage, and
 * its process lives on, so a repeat would wait for the lease. A claim whose transaction was committed after all, or that a
 * repeat took over, has another token, and stays.
 */
export function releaseSoon(query: Query, claim: Claim): void {
  const until = performance.now() + LEASE_SECONDS * 1000
  const others = waiting.get(query)
  if (others) {
    if (others.length < MOST) others.push({ claim, until })
    return
  }
  const claims = [{ claim, until }]
  waiting.set(query, claims)
  void releaseAll(query, claims)
}

/** Whatever is added meanwhile is part of the next try. */
async function releaseAll(query: Query, claims: Waiting[]): Promise<void> {
  while (claims.length > 0) {
    const tried = claims.slice()
    const isReleased = await release(
      query,
      tried.map(({ claim }) => claim),
    ).then(
      () => true,
      () => false,
    )
    const now = performance.now()
    const left = claims.filter((one) => one.until > now && !(isReleased && tried.includes(one)))
    claims.splice(0, claims.length, ...left)
    // The process need not live for it.
    if (claims.length > 0) await sleep(EVERY_MS, undefined, { ref: false })
  }
  waiting.delete(query)
}

async function release(query: Query, claims: readonly Claim[]): Promise<void> {
  await query(
    `DELETE FROM idempotency_keys USING unnest($1::text[], $2::text[], $3::text[]) AS ended (account_id, key, token)
     WHERE idempotency_keys.account_id = ended.account_id AND idempotency_keys.key = ended.key
       AND idempotency_keys.token = ended.token`,
    [
      claims.map(({ accountId }) => accountId),
      claims.map(({ key }) => key),
      claims.map(({ token }) => token),
    ],
  )
}
