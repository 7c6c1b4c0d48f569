import Provider, { type Configuration, errors, type TokenEndpointGrantContext } from 'oidc-provider'
import { endGrant } from '#lib/domain/connected-apps/end-grant.ts'
import type { oauth_artifacts } from '#lib/generated/prisma/client.ts'
import { log } from '#lib/log.ts'
import { type Columns, type Query, rowsOf } from '#lib/query.ts'
import { sha256 } from '#lib/secrets.ts'

/** A code or a refresh token, by its value. */
type Source = { kind: string; id: string }
type Token = { kind: string; id: string; payload: object; expiresAt: number | null }
/** The writes of an exchange: the used code or refresh token, and the issued tokens. */
type Writes = { source?: Source; tokens: Token[] }

/**
 * The unit of work of `/token`. While the engine processes an exchange its adapter only collects the writes; at the
 * end one statement uses the code (or refresh token) up and stores the new tokens. A crash, or a lost database,
 * leaves both or neither. Of several concurrent redemptions of one code, in any process, exactly one finds it unused:
 * the others are rejected, and every token of the grant is revoked.
 */
const open = new WeakMap<object, Writes>()

/** The unit of the exchange that is being worked on, or undefined where there is none. */
export function openExchange(): Writes | undefined {
  return open.get(Provider.ctx ?? open)
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

  async #inOne(ctx: object, work: () => void | Promise<void>): Promise<void> {
    const writes: Writes = { tokens: [] }
    open.set(ctx, writes)
    try {
      await work()
    } catch (error) {
      // A code that was shown in a request that fails later is used up all the same, and gives nothing.
      await this.#write({ ...writes, tokens: [] })
      throw error
    } finally {
      open.delete(ctx)
    }
    await this.#write(writes)
  }

  /** @throws InvalidGrant when the source was used already */
  async #write({ source, tokens }: Writes): Promise<void> {
    if (!source) return
    const now = Math.floor(this.#clock() / 1000)
    const { text, values } = statementFor(source, tokens, now)
    const { rows } = await this.#query(text, values)
    if (rows.length === 0) throw await replayed(this.#query, source, now)
  }
}
type Names = string | readonly string[] | ReadonlySet<string>

/** The tokens are of the grant that the source is of. */
function statementFor(
  { kind, id }: Source,
  tokens: Token[],
  now: number,
): { text: string; values: unknown[] } {
  const used = `UPDATE oauth_artifacts SET consumed_at = $3 WHERE kind = $1 AND id_hash = $2 AND consumed_at IS NULL RETURNING grant_id`
  const values: unknown[] = [kind, sha256(id), now]
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
    )
    SELECT grant_id FROM used`
  return { text, values }
}

/** Ends the grant of the reused code or token. @returns the error */
async function replayed(query: Query, { kind, id }: Source, now: number): Promise<Error> {
  const { rows } = await query<Columns<oauth_artifacts, 'grant_id'>>(
    'SELECT grant_id FROM oauth_artifacts WHERE kind = $1 AND id_hash = $2',
    [kind, sha256(id)],
  )
  const grantId = rows[0]?.grant_id
  if (grantId) await endReplayed(query, grantId, now)
  return new errors.InvalidGrant('it was used already')
}

/** Ends a grant of which something was used twice: any copy may be stolen, so all its tokens end. */
export async function endReplayed(query: Query, grantId: string, now: number): Promise<void> {
  log().warn({ grant_id: grantId }, 'A token or code was used twice; its grant has ended.')
  await endGrant(rowsOf(query), grantId, 'replayed', now)
}
