import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sha256 } from '#lib/auth/secrets.ts'
import { openDatabase } from '#lib/database/client.ts'
import type { Runtime } from '#lib/pipeline/operation.ts'
import { type Authorization, CALLBACK, openAuthorization, pkce } from '#lib/testing/authorization.ts'
import { bearer, connected } from '#lib/testing/connection.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { tripsOf } from '#lib/testing/trips.ts'

let instance: Instance
let server: Authorization
let own: Runtime
beforeAll(async () => {
  instance = await openInstance()
  server = await openAuthorization(instance)
  own = globals.counterfoilRuntime as Runtime
})
afterEach(() => take(own.query))
afterAll(() => instance.close())

const globals = globalThis as { counterfoilRuntime?: Runtime; counterfoilProvider?: unknown }

/** Has everything from here on ask the database by way of this, with an engine of its own. */
function take(query: Runtime['query']): void {
  globals.counterfoilRuntime = { ...own, query }
  delete globals.counterfoilProvider
}

const isWrite = (text: string) => /\b(INSERT|UPDATE|DELETE)\b/.test(text)

/** The traces of a code: whether it was used, and how many tokens its grant has. */
async function traces(code: string): Promise<{ used: boolean; tokens: number }> {
  const { rows } = await instance.runtime.query(
    `SELECT code.consumed_at IS NOT NULL AS used,
       (SELECT count(*) FROM oauth_artifacts token WHERE token.grant_id = code.grant_id AND token.kind IN ('AccessToken', 'RefreshToken')) AS tokens
     FROM oauth_artifacts code WHERE code.kind = 'AuthorizationCode' AND code.id_hash = $1`,
    [sha256(code)],
  )
  return { used: Boolean(rows[0]?.used), tokens: Number(rows[0]?.tokens) }
}

describe('trips to the database', () => {
  it('of an exchange of a code: one that reads, one that writes', async () => {
    const { redeem } = await connected(server, 'read_only')
    const { value, trips } = await tripsOf(redeem)
    expect([value.status, trips]).toEqual([200, 2])
  })

  it('of a refresh: one that reads, one that writes', async () => {
    const { client_id, refresh } = await server.tokenOf('read_only')
    const form = { grant_type: 'refresh_token', client_id, refresh_token: refresh }
    const { value, trips } = await tripsOf(() => server.form('/token', form))
    expect([value.status, trips]).toEqual([200, 2])
  })

  it('of an introspection, and of the check of a bearer: one', async () => {
    const { client_id, token, refresh } = await server.tokenOf('read_only')
    for (const requested of [token, refresh]) {
      const { value, trips } = await tripsOf(() =>
        server.form('/introspect', { client_id, token: requested }),
      )
      expect([(await value.json()).active, trips]).toEqual([true, 1])
    }
    // The first check in a minute notes that the grant is used.
    await bearer(instance, token)
    expect((await tripsOf(() => bearer(instance, token))).trips).toBe(1)
  })
})

describe('connections that a grant replaces', () => {
  /** The text of every statement that writes from here on. */
  function writes(): string[] {
    const texts: string[] = []
    take((text, values) => {
      if (isWrite(text)) texts.push(text)
      return own.query(text, values)
    })
    return texts
  }

  /** A second code of the app for the same person, whose grant replaces the connection of the token. */
  async function replacement(first: Awaited<ReturnType<Authorization['tokenOf']>>) {
    const { client_id, token, actor } = first
    const replaced = (await bearer(instance, token))?.grantId ?? ''
    const { code_verifier, challenge } = pkce()
    const request = {
      client_id,
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: 'read_only',
      ...challenge,
    }
    const back = await server.decide(request, actor, { replaces: [replaced] })
    const code = back.searchParams.get('code') ?? ''
    const redeemed = { client_id, code, redirect_uri: CALLBACK, code_verifier }
    const redeem = () => server.form('/token', { grant_type: 'authorization_code', ...redeemed })
    return { code, redeem, replaced }
  }

  it('cost an exchange nothing where there are none', async () => {
    const { redeem } = await connected(server, 'read_only')
    const texts = writes()
    expect((await redeem()).status).toBe(200)
    expect(texts).toHaveLength(1)
    expect(texts[0]).not.toMatch(/oauth_grants|approvals/)
  })

  it('end in the two trips of the exchange', async () => {
    const first = await server.tokenOf('read_only')
    const { redeem, replaced } = await replacement(first)
    const texts = writes()
    const { value, trips } = await tripsOf(redeem)
    expect([value.status, trips, texts.length]).toEqual([200, 2, 1])
    expect(texts[0]).toMatch(/oauth_grants/)
    expect(await bearer(instance, first.token)).toBeNull()
    const { rows } = await instance.runtime.query(
      'SELECT revoked_reason, revoked_by FROM oauth_grants WHERE id = $1',
      [replaced],
    )
    expect(rows).toEqual([{ revoked_reason: 'replaced', revoked_by: first.actor.name }])
  })

  it('stay where the exchange is cut off, and end when it is repeated', async () => {
    const first = await server.tokenOf('read_only')
    const { code, redeem } = await replacement(first)
    take((text, values) => {
      if (isWrite(text)) throw new Error('The connection ended.')
      return own.query(text, values)
    })
    expect((await redeem()).status).toBe(500)
    take(own.query)
    expect(await traces(code)).toEqual({ used: false, tokens: 0 })
    expect(await bearer(instance, first.token)).not.toBeNull()
    expect((await redeem()).status).toBe(200)
    expect(await bearer(instance, first.token)).toBeNull()
  })
})

describe('an exchange that is cut off', () => {
  it('before it writes leaves nothing, and the code can be redeemed', async () => {
    const { code, redeem } = await connected(server, 'read_only')
    take((text, values) => {
      if (isWrite(text)) throw new Error('The connection ended.')
      return own.query(text, values)
    })
    const cut = await redeem()
    expect([cut.status, await cut.json()]).toMatchObject([500, { error: 'server_error' }])
    expect(await traces(code)).toEqual({ used: false, tokens: 0 })
    take(own.query)
    expect((await redeem()).status).toBe(200)
  })

  it('after the first thing that it writes has left everything', async () => {
    const { code, redeem } = await connected(server, 'read_only')
    let written = 0
    take(async (text, values) => {
      if (!isWrite(text)) return own.query(text, values)
      if (written > 0) throw new Error('The process has died.')
      await own.query(text, values)
      written += 1
      throw new Error('The process dies.')
    })
    expect((await redeem()).status).toBe(500)
    expect(written).toBe(1)
    expect(await traces(code)).toEqual({ used: true, tokens: 2 })
  })

  it('by an error after the code was shown uses it up, and issues nothing', async () => {
    const { code, redeem, actor } = await connected(server, 'read_only')
    await instance.runtime.query('UPDATE users SET disabled_at = 1 WHERE id = $1', [actor.id])
    expect(await (await redeem()).json()).toMatchObject({ error: 'invalid_grant' })
    expect(await traces(code)).toEqual({ used: true, tokens: 0 })
  })
})

describe('one code in two processes at once', () => {
  it('is redeemed by one of them, and its tokens are revoked', async () => {
    const { client_id, redeem } = await connected(server, 'read_only')
    const databases = [openDatabase(instance.url, 2), openDatabase(instance.url, 2)]
    let readers = 0
    let open = () => {}
    const both = new Promise<void>((resolve) => {
      open = resolve
    })
    try {
      const responses = await Promise.all(
        databases.map((database) => {
          // Both have found the code unused before either writes.
          take(async <Row>(text: string, values: unknown[]) => {
            if (isWrite(text)) await both
            const result = await database.query<Row>(text, values)
            if (values[0] === 'AuthorizationCode' && !isWrite(text)) readers += 1
            if (readers === 2) open()
            return result
          })
          return redeem()
        }),
      )
      expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400])
      for (const response of responses) {
        const { access_token, error } = (await response.json()) as { access_token?: string; error?: string }
        if (access_token === undefined) expect(error).toBe('invalid_grant')
        else expect(await bearer(instance, access_token)).toBeNull()
      }
      const { rows } = await instance.runtime.query(
        `SELECT revoked_reason, (SELECT count(*) FROM oauth_artifacts kept WHERE kept.grant_id = oauth_grants.id) AS kept
         FROM oauth_grants WHERE client_id = $1`,
        [client_id],
      )
      expect(rows).toEqual([{ revoked_reason: 'replayed', kept: 0 }])
    } finally {
      await Promise.all(databases.map((database) => database.close()))
    }
  })
})
