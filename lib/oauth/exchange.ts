import { hkdfSync } from 'node:crypto'
import Provider, { type Configuration, errors, type TokenEndpointGrantContext } from 'oidc-provider'
import { sealWith, sha256, unsealWith } from '#lib/auth/secrets.ts'
import { type Columns, type Query, rowsOf } from '#lib/database/query.ts'
import { endGrant } from '#lib/domain/connected-apps/end-grant.ts'
import { replacing } from '#lib/domain/connected-apps/revoke.ts'
import type { oauth_artifacts } from '#lib/generated/prisma/client.ts'
import { prefetchedReplaces, type StoredToken } from '#lib/oauth/prefetch.ts'
import { log } from '#lib/process/log.ts'
import { MINUTE } from '#lib/values/time.ts'

/**
 * For how many seconds a used refresh token gets the same response again, while the token in that response is unused.
 * Sessions of one app share a token and refresh minutes apart, and a response can be lost on its way. A person with a
 * copy of it gets nothing that its owner did not get, and of two that go on from there, the second to use what was used
 * before ends the grant (RFC 9700, section 4.14.2). After that, and for older tokens, a second use means that a copy was
 * stolen.
 */
export const REPEATABLE = 10 * MINUTE

/** The payload of a used refresh token, with the response that it got. */
type Used = { repeat?: unknown }

/** The response to a refresh, readable only with the refresh token, whose value is stored nowhere. */
function sealedResponse(token: string, response: unknown): string {
  return Buffer.from(sealWith(keyOf(token), JSON.stringify(response))).toString('base64')
}

/** The response that a refresh token got up to ten minutes ago, with the time that is left of it; null otherwise. */
function responseBefore(token: string, row: StoredToken, now: number): TokenResponse | null {
  if (!isRepeatable(row, now)) return null
  const { repeat } = row.payload as Used
  const before = JSON.parse(unsealWith(keyOf(token), Buffer.from(String(repeat), 'base64'))) as TokenResponse
  return { ...before, expires_in: before.expires_in - (now - Number(row.consumed_at)) }
}
type TokenResponse = { refresh_token: string; expires_in: number }

/** Whether a stored refresh token was used, and gets the same response if it is used again now. */
export function isRepeatable({ payload, consumed_at }: StoredToken, now: number): boolean {
  const { repeat } = payload as Used
  return typeof repeat === 'string' && consumed_at !== null && Number(consumed_at) + REPEATABLE >= now
}

function keyOf(token: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', token, '', 'counterfoil refresh response', 32))
}

/** A code or a refresh token, by its value. */
type Source = { kind: string; id: string }
type Token = { kind: string; id: string; payload: object; expiresAt: number | null }
/** The writes of an exchange: the used code or refresh token, and the issued tokens. */
type Writes = { source?: Source; tokens: Token[] }

/**
 * The unit of work of `/token`. While the engine processes an exchange its adapter only collects the writes; at the
 * end one statement uses the code (or refresh token) up and stores the new tokens. A crash, or a lost database,
 * leaves both or neither. Of several concurrent redemptions of one code, in any process, exactly one finds it unused:
 * the others are rejected, and every token of the grant is revoked. Of concurrent refreshes, and of a repeat
 * within ten minutes, each gets the response of the first.
 */
const open = new WeakMap<object, Writes>()

/** The unit of the exchange that is being worked on, or undefined where there is none. */
export function openExchange(): Writes | undefined {
  return open.get(Provider.ctx ?? open)
}

/**
 * Reduces the scope of a refresh to what the token, or its grant, has of it. Apps ask for all that they asked for at
 * first, where less was granted, and the engine would refuse that as a whole; the response names what is left.
 * @returns false if nothing is left, and then changes nothing
 */
export function narrowScope(granted: unknown): boolean {
  const { params } = Provider.ctx?.oidc ?? {}
  if (params?.grant_type !== 'refresh_token' || typeof params.scope !== 'string') return true
  const has = new Set(String(granted ?? '').split(' '))
  const left = params.scope.split(' ').filter((scope) => has.has(scope))
  if (left.length > 0) params.scope = left.join(' ')
  return left.length > 0
}

/** The engine, with every exchange at its token endpoint as one unit. */
export class Engine extends Provider {
  readonly #query: Query
  readonly #clock: () => number

  constructor(issuer: string, configuration: Configuration, query: Query, clock: () => number) {
    super(issuer, configuration)
    this.#query = query
    this.#clock = clock
  }

  // The engine registers its own handlers by this method, too.
  override registerGrantType<P extends object>(
    name: string,
    handler: (ctx: TokenEndpointGrantContext<P>) => void | Promise<void>,
    ...more: [params?: Names, duplicates?: Names]
  ): void {
    super.registerGrantType<P>(name, (ctx) => this.#inOne(ctx, () => handler(ctx)), ...more)
  }

  async #inOne(ctx: { body?: unknown }, work: () => void | Promise<void>): Promise<void> {
    const writes: Writes = { tokens: [] }
    open.set(ctx, writes)
    try {
      await work()
    } catch (error) {
      // A code that was shown in a request that fails later is used up all the same, and gives nothing. A refresh token
      // stays: its app sends it again, corrected, and that must not look like a second use.
      if (writes.source?.kind !== 'RefreshToken') await this.#write({ ...writes, tokens: [] }, null)
      throw error
    } finally {
      open.delete(ctx)
    }
    ctx.body = await this.#write(writes, ctx.body)
  }

  /** @returns the response, which is that of the first of several refreshes @throws InvalidGrant when the source was used already */
  async #write({ source, tokens }: Writes, response: unknown): Promise<unknown> {
    if (!source) return response
    const now = Math.floor(this.#clock() / 1000)
    const { text, values } = statementFor(source, tokens, response, now)
    const { rows } = await this.#query(text, values)
    return rows.length > 0 ? response : await usedBefore(this.#query, source, now)
  }
}
type Names = string | readonly string[] | ReadonlySet<string>

/** The tokens are of the grant that the source is of. A redeemed code ends the connections that its grant replaces. */
function statementFor(
  { kind, id }: Source,
  tokens: Token[],
  response: unknown,
  now: number,
): { text: string; values: unknown[] } {
  const values: unknown[] = [kind, sha256(id), now]
  const refreshed = kind === 'RefreshToken' && tokens.length > 0
  const repeat = refreshed
    ? `, payload = payload || jsonb_build_object('repeat', $${values.push(sealedResponse(id, response))}::text)`
    : ''
  const used = `UPDATE oauth_artifacts SET consumed_at = $3${repeat} WHERE kind = $1 AND id_hash = $2 AND consumed_at IS NULL RETURNING grant_id`
  if (tokens.length === 0) return { text: used, values }
  const rows = tokens.map((token) => {
    const first =
      values.push(token.kind, sha256(token.id), JSON.stringify(token.payload), token.expiresAt) - 3
    return `($${first}::text, $${first + 1}::bytea, $${first + 2}::jsonb, $${first + 3}::bigint)`
  })
  const text = `WITH used AS (${used}), kept AS (
      INSERT INTO oauth_artifacts (kind, id_hash, payload, grant_id, expires_at, created_at)
      SELECT token.kind, token.id_hash, token.payload, used.grant_id, token.expires_at, $3
      FROM used, (VALUES ${rows.join(', ')}) token (kind, id_hash, payload, expires_at)
    )${kind === 'AuthorizationCode' && prefetchedReplaces() ? `, ${replacing('$3')}` : ''}
    SELECT grant_id FROM used`
  return { text, values }
}

/**
 * The response of an earlier refresh with the same token. Anything else that is used twice ends its grant.
 * @throws InvalidGrant
 */
async function usedBefore(query: Query, { kind, id }: Source, now: number): Promise<object> {
  const { rows } = await query<StoredToken & Columns<oauth_artifacts, 'grant_id'>>(
    'SELECT payload, consumed_at, grant_id FROM oauth_artifacts WHERE kind = $1 AND id_hash = $2',
    [kind, sha256(id)],
  )
  const [row] = rows
  const before = row && kind === 'RefreshToken' ? responseBefore(id, row, now) : null
  if (before && (await isUnused(query, before.refresh_token))) return before
  if (row?.grant_id) await endReplayed(query, row.grant_id, now)
  throw new errors.InvalidGrant('it was used already')
}

async function isUnused(query: Query, refreshToken: string): Promise<boolean> {
  const { rows } = await query(
    "SELECT 1 FROM oauth_artifacts WHERE kind = 'RefreshToken' AND id_hash = $1 AND consumed_at IS NULL",
    [sha256(refreshToken)],
  )
  return rows.length > 0
}

/** Ends a grant of which something was used twice: any copy may be stolen, so all its tokens end. */
export async function endReplayed(query: Query, grantId: string, now: number): Promise<void> {
  log().warn({ grant_id: grantId }, 'A token or code was used twice; its grant has ended.')
  await endGrant(rowsOf(query), grantId, 'replayed', now)
}
