import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browseApps } from '#lib/domain/connected-apps/browse.ts'
import { revokeApp } from '#lib/domain/connected-apps/revoke.ts'
import { bearerOf } from '#lib/oauth/bearer.ts'
import { allow, askedOf } from '#lib/oauth/consent.ts'
import type { Actor } from '#lib/operation.ts'
import { sha256 } from '#lib/secrets.ts'
import {
  type Authorization,
  CALLBACK,
  ISSUER,
  openAuthorization,
  pkce,
  RESOURCE,
} from '#lib/testing/authorization.ts'
import { type Desk, openDesk } from '#lib/testing/desk.ts'

let desk: Desk
let server: Authorization
beforeAll(async () => {
  desk = await openDesk()
  server = await openAuthorization(desk)
})
afterAll(() => desk.close())

const now = () => Math.floor(Date.now() / 1000)
const bearer = (token: string) => bearerOf(desk.runtime.query, token, now())

/** A public client that was let, up to its tokens. */
async function connected(scope: string, more: Record<string, string> = {}, client?: { client_id: string }) {
  const { client_id } = client ?? (await server.register()).body
  const { code_verifier, challenge } = pkce()
  const actor = await server.person()
  const back = await server.decide(
    { client_id, redirect_uri: CALLBACK, response_type: 'code', scope, state: 'st', ...challenge, ...more },
    actor,
  )
  const code = back.searchParams.get('code') ?? ''
  const redeem = () =>
    server.form('/token', {
      grant_type: 'authorization_code',
      client_id,
      code,
      redirect_uri: CALLBACK,
      code_verifier,
    })
  return { client_id, actor, back, code, code_verifier, redeem }
}

describe('discovery', () => {
  it('names every endpoint and what is supported', async () => {
    const metadata = await (await server.send('/.well-known/oauth-authorization-server')).json()
    expect(metadata).toMatchObject({
      issuer: ISSUER,
      authorization_endpoint: `${ISSUER}/authorize`,
      token_endpoint: `${ISSUER}/token`,
      registration_endpoint: `${ISSUER}/register`,
      revocation_endpoint: `${ISSUER}/revoke`,
      introspection_endpoint: `${ISSUER}/introspect`,
      pushed_authorization_request_endpoint: `${ISSUER}/par`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    })
    expect(metadata.scopes_supported).toContain('read_only')
    expect(metadata.token_endpoint_auth_methods_supported).toEqual(
      expect.arrayContaining(['none', 'client_secret_post']),
    )
    expect(Object.keys(metadata).filter((name) => /id_token|claims|subject/.test(name))).toEqual([])
  })

  it('says where the tools are', async () => {
    for (const path of ['', '/mcp']) {
      const body = await (await server.send(`/.well-known/oauth-protected-resource${path}`)).json()
      expect(body).toMatchObject({
        resource: RESOURCE,
        authorization_servers: [ISSUER],
        scopes_supported: ['read_only'],
      })
    }
  })
})

describe('registration', () => {
  it('answers every field of the specification, for a public and a confidential client', async () => {
    const open = await server.register({
      scope: 'read_only refunds:write nonsense',
      application_type: 'desktop',
    })
    expect(open.status).toBe(201)
    expect(open.body).toMatchObject({
      client_name: 'Ledger Helper',
      redirect_uris: [CALLBACK],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      application_type: 'desktop',
      scope: 'read_only refunds:write',
    })
    expect(open.body.application_id).toMatch(/^\w{20}$/)
    expect(open.body.client_secret).toBeUndefined()
    const secret = await server.register({ token_endpoint_auth_method: 'client_secret_post' })
    expect(secret.body).toMatchObject({ application_type: 'confidential', scope: 'read_only' })
    expect(secret.body.client_secret).toMatch(/^\w{43}$/)
    const { rows } = await desk.runtime.query(
      'SELECT metadata::text AS kept FROM oauth_clients WHERE id = $1',
      [secret.body.client_id],
    )
    expect(rows[0]?.kept).not.toContain(secret.body.client_secret)
  })

  it.each([
    ['http://client.example/callback', 'invalid_redirect_uri'],
    ['https://user:word@client.example/', 'invalid_redirect_uri'],
    ['https://client.example/#fragment', 'invalid_redirect_uri'],
    ['https://*.example/callback', 'invalid_redirect_uri'],
    ['javascript:alert(1)', 'invalid_redirect_uri'],
    ['data:text/html,x', 'invalid_redirect_uri'],
  ])('refuses to send anybody to %s', async (uri, error) => {
    const { status, body } = await server.register({ redirect_uris: [uri] })
    expect([status, body.error]).toEqual([400, error])
  })

  it.each([['‮evil'], ['two\nlines'], ['a​b'], [''], ['x'.repeat(81)]])(
    'refuses the name %j',
    async (client_name) => {
      const { status, body } = await server.register({ client_name })
      expect([status, body.error]).toEqual([400, 'invalid_client_metadata'])
    },
  )

  it('without a name goes by the host that it leads back to', async () => {
    const { status, body } = await server.register({ client_name: undefined })
    expect([status, body.client_name]).toEqual([201, 'client.example'])
  })

  it.each([
    [{ client_name: 'Counterfoil Support' }, /must not hold the name Counterfoil/],
    [{ client_name: 5 }, /A name is a text/],
    [{ redirect_uris: undefined }, /Send a list of addresses/],
    [{ redirect_uris: [] }, /at least one address/],
    [{ grant_types: ['password'] }, /authorization_code and, if wanted/],
    [{ response_types: ['token'] }, /code alone/],
    [{ token_endpoint_auth_method: 'x' }, /It is none, client_secret_post/],
    [{ client_uri: 'x' }, /https or http address/],
    [{ scope: 5 }, /text of scopes/],
  ])('refuses %j in words of our own', async (more, sentence) => {
    const { status, body } = await server.register(more)
    expect(status).toBe(400)
    expect(body.error_description).toMatch(sentence)
    expect(body.error_description).not.toMatch(/Invalid|expected/i)
  })

  it('is read, changed and deleted with its own token, and with no other', async () => {
    const { body } = await server.register({ token_endpoint_auth_method: 'client_secret_post' })
    const as = (token: string) => ({ authorization: `Bearer ${token}` })
    const path = `/register/${body.client_id}`
    expect(body.registration_client_uri).toBe(`${ISSUER}${path}`)
    expect((await server.send(path, { headers: as('x'.repeat(43)) })).status).toBe(401)
    const read = await (await server.send(path, { headers: as(body.registration_access_token) })).json()
    expect(read).toMatchObject({ client_id: body.client_id, application_id: body.application_id })
    expect(read.client_secret).toBeUndefined()
    const changed = await server.send(path, {
      method: 'PUT',
      headers: { ...as(body.registration_access_token), 'content-type': 'application/json' },
      body: JSON.stringify({
        client_id: body.client_id,
        client_secret: body.client_secret,
        client_name: 'Another Name',
        redirect_uris: [CALLBACK],
        token_endpoint_auth_method: 'client_secret_post',
      }),
    })
    expect([changed.status, (await changed.json()).client_name]).toEqual([200, 'Another Name'])
    expect(
      (await server.send(path, { method: 'DELETE', headers: as(body.registration_access_token) })).status,
    ).toBe(204)
    const { status } = await server.form('/token', {
      grant_type: 'authorization_code',
      client_id: body.client_id,
    })
    expect(status).toBe(401)
  })
})

describe('an authorization', () => {
  it('ends in a token that acts for the person in the account that they chose', async () => {
    const { back, actor, redeem, client_id } = await connected('read_only refunds:write')
    expect(back.origin + back.pathname).toBe(CALLBACK)
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ state: 'st', iss: ISSUER })
    const response = await redeem()
    const token = await response.json()
    expect(token).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'read_only refunds:write' })
    expect(token.refresh_token).toBeTruthy()
    const found = await bearer(token.access_token)
    expect(found).toMatchObject({
      clientId: client_id,
      userId: actor.id,
      scopes: ['read_only', 'refunds:write'],
    })
    expect(found?.actor.account.id).toBe(desk.merchant.accounts.test)
    expect(found?.actor.permissions.has('refunds:write')).toBe(true)
    expect(found?.actor.permissions.has('orders:write')).toBe(false)
  })

  it('without a scope means what was registered, else reading', async () => {
    const { client_id } = (await server.register({ scope: 'orders:write read_only' })).body
    for (const [client, scope] of [
      [{ client_id }, 'read_only orders:write'],
      [undefined, 'read_only'],
    ] as const) {
      const { redeem } = await connected('', {}, client)
      expect((await (await redeem()).json()).scope).toBe(scope)
    }
  })

  it('is of what was left ticked, and no more', async () => {
    const { client_id } = (await server.register()).body
    const { code_verifier, challenge } = pkce()
    const back = await server.decide(
      {
        client_id,
        redirect_uri: CALLBACK,
        response_type: 'code',
        scope: 'read_only refunds:write',
        ...challenge,
      },
      await server.person(),
      { scopes: ['read_only'] },
    )
    const code = back.searchParams.get('code') ?? ''
    const token = await (
      await server.form('/token', {
        grant_type: 'authorization_code',
        client_id,
        code,
        redirect_uri: CALLBACK,
        code_verifier,
      })
    ).json()
    expect(token.scope).toBe('read_only')
    expect((await bearer(token.access_token))?.actor.permissions.has('refunds:write')).toBe(false)
  })

  it('that is denied goes back and says so', async () => {
    const { client_id } = (await server.register()).body
    const { challenge } = pkce()
    const back = await server.decide(
      {
        client_id,
        redirect_uri: CALLBACK,
        response_type: 'code',
        scope: 'read_only',
        state: 's1',
        ...challenge,
      },
      await server.person(),
      'deny',
    )
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error: 'access_denied',
      state: 's1',
      iss: ISSUER,
    })
  })

  it('is asked for a quarter of an hour, and then of nobody', async () => {
    const { client_id } = (await server.register()).body
    const { challenge } = pkce()
    const asked = {
      client_id,
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: 'read_only',
      ...challenge,
    }
    const { uid = '' } = await server.authorize(asked)
    expect(await askedOf(uid)).not.toBeNull()
    const { rows } = await desk.runtime.query(
      `UPDATE oauth_artifacts SET expires_at = expires_at - 901 WHERE kind = 'Interaction' AND id_hash = $1
       RETURNING expires_at + 901 - created_at AS lasts`,
      [sha256(uid)],
    )
    expect(Number(rows[0]?.lasts)).toBe(900)
    expect(await askedOf(uid)).toBeNull()
  })

  it('of an unknown client or another address is never sent on', async () => {
    const { client_id } = (await server.register()).body
    const { challenge } = pkce()
    const asked = { redirect_uri: CALLBACK, response_type: 'code', scope: 'read_only', ...challenge }
    for (const wrong of [
      { ...asked, client_id: 'client_nobody' },
      { ...asked, client_id, redirect_uri: 'https://evil.example/callback' },
      { ...asked, client_id, redirect_uri: `${CALLBACK}/` },
      { ...asked, client_id, redirect_uri: `${CALLBACK}?more=1` },
    ]) {
      const { response, location } = await server.authorize(wrong)
      expect([response.status, location]).toEqual([400, null])
      expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(await response.text()).toContain('This request cannot be answered')
    }
  })

  it('of a public client needs a challenge, and S256', async () => {
    const { client_id } = (await server.register()).body
    const asked = { client_id, redirect_uri: CALLBACK, response_type: 'code', scope: 'read_only' }
    for (const more of [{}, { code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' }]) {
      const { location } = await server.authorize({ ...asked, ...(more as Record<string, string>) })
      expect(new URL(location ?? '').searchParams.get('error')).toBe('invalid_request')
    }
  })

  it('of a confidential client needs none; its secret is compared, and a verifier without a challenge is refused', async () => {
    const { client_id, client_secret } = (
      await server.register({
        token_endpoint_auth_method: 'client_secret_post',
        grant_types: ['authorization_code'],
      })
    ).body
    const asked = { client_id, redirect_uri: CALLBACK, response_type: 'code', scope: 'read_only' }
    const again = async () =>
      (await server.decide(asked, await server.person())).searchParams.get('code') ?? ''
    const redeem = (code: string, more: Record<string, string>) =>
      server.form('/token', {
        grant_type: 'authorization_code',
        client_id,
        code,
        redirect_uri: CALLBACK,
        ...more,
      })
    expect((await redeem(await again(), { client_secret: `${client_secret}x` })).status).toBe(401)
    const stray = await redeem(await again(), { client_secret, ...{ code_verifier: pkce().code_verifier } })
    expect((await stray.json()).error).toBe('invalid_grant')
    const token = await (await redeem(await again(), { client_secret })).json()
    expect(token).toMatchObject({ token_type: 'Bearer', scope: 'read_only' })
    expect(token.refresh_token).toBeUndefined()
  })
})

describe('what is used twice', () => {
  it('a code kills the tokens that it gave', async () => {
    const { redeem } = await connected('read_only')
    const token = await (await redeem()).json()
    expect(await bearer(token.access_token)).not.toBeNull()
    expect((await (await redeem()).json()).error).toBe('invalid_grant')
    expect(await bearer(token.access_token)).toBeNull()
  })

  it('of many that redeem one code at the same moment exactly one is answered', async () => {
    const { redeem } = await connected('read_only')
    const answers = await Promise.all(Array.from({ length: 12 }, redeem))
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    expect(answers.filter(({ status }) => status !== 200 && status !== 400)).toEqual([])
  })

  it('a refresh token is changed at each use; the one before ends the whole family', async () => {
    const { client_id, redeem } = await connected('read_only')
    const first = await (await redeem()).json()
    const refresh = (refresh_token: string) =>
      server.form('/token', { grant_type: 'refresh_token', client_id, refresh_token })
    const second = await (await refresh(first.refresh_token)).json()
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect(await bearer(second.access_token)).not.toBeNull()
    expect((await refresh(first.refresh_token)).status).toBe(400)
    expect(await bearer(second.access_token)).toBeNull()
    expect((await refresh(second.refresh_token)).status).toBe(400)
    const { rows } = await desk.runtime.query(
      'SELECT revoked_reason FROM oauth_grants WHERE client_id = $1',
      [client_id],
    )
    expect(rows).toEqual([{ revoked_reason: 'replayed' }])
  })
})

describe('a token', () => {
  const tokenOf = async (scope = 'read_only refunds:write payments:write') => {
    const { redeem, ...rest } = await connected(scope)
    return {
      ...rest,
      token: (await (await redeem()).json()) as { access_token: string; refresh_token: string },
    }
  }

  it('is cut to what the role of the person may now, and ends with the person', async () => {
    const { token, actor } = await tokenOf()
    const set = (text: string) => desk.runtime.query(text, [actor.id])
    await set("UPDATE memberships SET role = 'support' WHERE user_id = $1")
    const lowered = await bearer(token.access_token)
    expect(lowered?.actor.permissions.has('refunds:write')).toBe(true)
    expect(lowered?.actor.permissions.has('payments:capture')).toBe(false)
    await set('UPDATE users SET disabled_at = 1 WHERE id = $1')
    expect(await bearer(token.access_token)).toBeNull()
    await set('UPDATE users SET disabled_at = NULL WHERE id = $1')
    await set('DELETE FROM memberships WHERE user_id = $1')
    expect(await bearer(token.access_token)).toBeNull()
  })

  it('ends when its client revokes it, and tells nobody else anything', async () => {
    const { token, client_id } = await tokenOf()
    const { client_id: other } = (await server.register()).body
    const introspect = async (as: string) =>
      (await server.form('/introspect', { client_id: as, token: token.access_token })).json()
    expect(await introspect(client_id)).toMatchObject({
      active: true,
      client_id,
      scope: expect.stringContaining('read_only'),
    })
    expect(await introspect(other)).toEqual({ active: false })
    await server.form('/revoke', { client_id: other, token: token.access_token })
    expect(await bearer(token.access_token)).not.toBeNull()
    expect((await server.form('/revoke', { client_id, token: token.refresh_token })).status).toBe(200)
    expect(await bearer(token.access_token)).toBeNull()
  })

  it('is for the tools alone: another resource is refused', async () => {
    const { client_id } = (await server.register()).body
    const { challenge } = pkce()
    const { location } = await server.authorize({
      client_id,
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: 'read_only',
      resource: 'https://elsewhere.example/mcp',
      ...challenge,
    })
    expect(new URL(location ?? '').searchParams.get('error')).toBe('invalid_target')
  })

  it('is kept nowhere that could be read and used', async () => {
    const { token } = await tokenOf()
    const { rows } = await desk.runtime.query('SELECT payload::text AS kept FROM oauth_artifacts', [])
    for (const { kept } of rows)
      for (const value of [token.access_token, token.refresh_token]) expect(kept).not.toContain(value)
  })
})

describe('connected apps', () => {
  const connectedApp = async () => {
    const { redeem, actor, client_id } = await connected('read_only')
    const token = (await (await redeem()).json()) as { access_token: string }
    return { token, actor, client_id }
  }
  const list = (as: Actor) => desk.run(browseApps, {}, undefined, as)

  it('are listed to who let them, all of them to who may see them, and ended at once', async () => {
    const { token, actor, client_id } = await connectedApp()
    const viewer = await server.person('viewer')
    const mine = (await list(actor)).items.find((app) => app.client_id === client_id)
    expect(mine).toMatchObject({ user_email: actor.name, client_name: 'Ledger Helper', calls: 0 })
    expect((await list(viewer)).items).toEqual([])
    const id = mine?.id ?? ''
    await expect(desk.run(revokeApp, { id }, undefined, viewer)).rejects.toThrow(/no such record/)
    expect(await bearer(token.access_token)).not.toBeNull()
    await desk.run(revokeApp, { id }, undefined, actor)
    expect(await bearer(token.access_token)).toBeNull()
    expect((await list(actor)).items.some((app) => app.id === id)).toBe(false)
  })

  it('that a merchant blocks act no more, and are connected by nobody', async () => {
    const { token, actor, client_id } = await connectedApp()
    await desk.runtime.query(
      `INSERT INTO oauth_blocks (merchant_id, client_id, client_name, created_by, created_at) VALUES ($1, $2, 'x', 'x', 1)`,
      [desk.merchant.id, client_id],
    )
    expect(await bearer(token.access_token)).toBeNull()
    const { challenge } = pkce()
    const asked = {
      client_id,
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: 'read_only',
      ...challenge,
    }
    await expect(server.decide(asked, actor)).rejects.toThrow(/has blocked this program/)
  })
})

describe('a program that is allowed twice by one person', () => {
  const asked = async () => {
    const { client_id } = (await server.register()).body as { client_id: string }
    const { code_verifier, challenge } = pkce()
    const members = {
      client_id,
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: 'read_only',
      ...challenge,
    }
    const redeem = (code: string) =>
      server.form('/token', {
        grant_type: 'authorization_code',
        client_id,
        code,
        redirect_uri: CALLBACK,
        code_verifier,
      })
    return { client_id, members, redeem }
  }

  it('has the second connection alone: the tokens of the first are dead', async () => {
    const { client_id, members, redeem } = await asked()
    const actor = await server.person()
    const codeOf = async () => (await server.decide(members, actor)).searchParams.get('code') ?? ''
    const first = await (await redeem(await codeOf())).json()
    const unused = await codeOf()
    const last = await codeOf()
    expect((await (await redeem(unused)).json()).error).toBe('invalid_grant')
    const second = await (await redeem(last)).json()
    expect(await bearer(first.access_token)).toBeNull()
    expect(await bearer(second.access_token)).not.toBeNull()
    const refresh = (refresh_token: string) =>
      server.form('/token', { grant_type: 'refresh_token', client_id, refresh_token })
    expect((await refresh(first.refresh_token)).status).toBe(400)
    expect((await refresh(second.refresh_token)).status).toBe(200)
  })

  it('is answered though its address was opened twice in one browser', async () => {
    const { members, redeem } = await asked()
    const actor = await server.person()
    const jar = new Map<string, string>()
    const open = async () => {
      const response = await server.send(`/authorize?${new URLSearchParams(members)}`, {}, jar)
      return response.headers.get('location')?.split('/').at(-1) ?? ''
    }
    await open()
    const second = await askedOf(await open())
    if (!second) throw new Error('There is nothing to decide.')
    const onwards = await allow(second, actor, {
      scopes: ['read_only'],
      limitPerCall: null,
      limitPerDay: null,
    })
    const back = new URL((await server.send(onwards, {}, jar)).headers.get('location') ?? ISSUER)
    const answer = await (await redeem(back.searchParams.get('code') ?? '')).json()
    expect(answer).toMatchObject({ token_type: 'Bearer', scope: 'read_only' })
    expect(await bearer(answer.access_token)).not.toBeNull()
  })
})
