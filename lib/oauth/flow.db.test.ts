import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sha256 } from '#lib/auth/secrets.ts'
import { SCOPE_NAMES } from '#lib/domain/connected-apps/schema/app-scopes.ts'
import { allow, consentRequestOf } from '#lib/oauth/consent.ts'
import { type Authorization, CALLBACK, ISSUER, openAuthorization, pkce } from '#lib/testing/authorization.ts'
import { bearer, connected } from '#lib/testing/connection.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'

let instance: Instance
let server: Authorization
beforeAll(async () => {
  instance = await openInstance()
  server = await openAuthorization(instance)
})
afterAll(() => instance.close())

describe('an authorization', () => {
  it('ends in a token that acts for the person in the account that they chose', async () => {
    const { back, actor, redeem, client_id } = await connected(server, 'read_only refunds:write')
    expect(back.origin + back.pathname).toBe(CALLBACK)
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ state: 'st', iss: ISSUER })
    const response = await redeem()
    const token = await response.json()
    expect(token).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'read_only refunds:write' })
    expect(token.refresh_token).toBeTruthy()
    const found = await bearer(instance, token.access_token)
    expect(found).toMatchObject({
      clientId: client_id,
      userId: actor.id,
      scopes: ['read_only', 'refunds:write'],
    })
    expect(found?.actor.account.id).toBe(instance.merchant.accounts.test)
    expect(found?.actor.permissions.has('refunds:write')).toBe(true)
    expect(found?.actor.permissions.has('orders:write')).toBe(false)
  })

  it('without a known scope gets the registered scopes, else reading', async () => {
    const { client_id } = (await server.register({ scope: 'orders:write read_only' })).body
    for (const [client, request, scope] of [
      [{ client_id }, '', 'read_only orders:write'],
      [undefined, '', 'read_only'],
      [{ client_id }, 'admin everything', 'read_only orders:write'],
      [undefined, 'openid', 'read_only'],
      [{ client_id }, 'admin read_only', 'read_only'],
    ] as const) {
      const { redeem } = await connected(server, request, {}, client)
      expect((await (await redeem()).json()).scope).toBe(scope)
    }
  })

  it('grants the ticked scopes, and no more', async () => {
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
    expect((await bearer(instance, token.access_token))?.actor.permissions.has('refunds:write')).toBe(false)
  })

  it('grants scopes that the person added to the requested ones', async () => {
    const { client_id } = (await server.register()).body
    const { code_verifier, challenge } = pkce()
    const request = {
      client_id,
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: 'read_only',
      ...challenge,
    }
    const back = await server.decide(request, await server.person(), {
      scopes: ['read_only', 'refunds:write'],
    })
    const redeemed = { client_id, redirect_uri: CALLBACK, code_verifier }
    const code = back.searchParams.get('code') ?? ''
    const response = await server.form('/token', { grant_type: 'authorization_code', code, ...redeemed })
    const token = await response.json()
    expect(token.scope).toBe('read_only refunds:write')
    expect((await bearer(instance, token.access_token))?.actor.permissions.has('refunds:write')).toBe(true)
  })

  it('for the address for writing asks for every scope at first, and its token is for the tools', async () => {
    const { client_id } = (await server.register()).body
    const { code_verifier, challenge } = pkce()
    const resource = `${ISSUER}/mcp/write`
    const request = { client_id, redirect_uri: CALLBACK, response_type: 'code', resource, ...challenge }
    const back = await server.decide(request, await server.person())
    const code = back.searchParams.get('code') ?? ''
    const redeemed = { client_id, code, redirect_uri: CALLBACK, code_verifier, resource }
    const token = await (
      await server.form('/token', { grant_type: 'authorization_code', ...redeemed })
    ).json()
    expect(token.scope).toBe(SCOPE_NAMES.join(' '))
    expect((await bearer(instance, token.access_token))?.scopes).toEqual(SCOPE_NAMES)
    const refreshed = await server.form('/token', {
      grant_type: 'refresh_token',
      client_id,
      refresh_token: token.refresh_token,
      resource,
    })
    expect((await bearer(instance, (await refreshed.json()).access_token))?.scopes).toEqual(SCOPE_NAMES)
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

  it('is open for a quarter of an hour, and then expires', async () => {
    const { client_id } = (await server.register()).body
    const { challenge } = pkce()
    const request = {
      client_id,
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: 'read_only',
      ...challenge,
    }
    const { uid = '' } = await server.authorize(request)
    expect(await consentRequestOf(uid)).not.toBeNull()
    const { rows } = await instance.runtime.query(
      `UPDATE oauth_artifacts SET expires_at = expires_at - 901 WHERE kind = 'Interaction' AND id_hash = $1
       RETURNING expires_at + 901 - created_at AS lasts`,
      [sha256(uid)],
    )
    expect(Number(rows[0]?.lasts)).toBe(900)
    expect(await consentRequestOf(uid)).toBeNull()
  })

  it('of an unknown client or another redirect URI never redirects', async () => {
    const { client_id } = (await server.register()).body
    const { challenge } = pkce()
    const request = { redirect_uri: CALLBACK, response_type: 'code', scope: 'read_only', ...challenge }
    for (const wrong of [
      { ...request, client_id: 'client_nobody' },
      { ...request, client_id, redirect_uri: 'https://evil.example/callback' },
      { ...request, client_id, redirect_uri: `${CALLBACK}/` },
      { ...request, client_id, redirect_uri: `${CALLBACK}?more=1` },
    ]) {
      const { response, location } = await server.authorize(wrong)
      expect([response.status, location]).toEqual([400, null])
      expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(await response.text()).toContain('This request is invalid')
    }
  })

  it('of a public client needs a challenge, and S256', async () => {
    const { client_id } = (await server.register()).body
    const request = { client_id, redirect_uri: CALLBACK, response_type: 'code', scope: 'read_only' }
    for (const more of [{}, { code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' }]) {
      const { location } = await server.authorize({ ...request, ...(more as Record<string, string>) })
      expect(new URL(location ?? '').searchParams.get('error')).toBe('invalid_request')
    }
  })

  it('of a confidential client needs none; its secret is compared, and a verifier without a challenge is rejected', async () => {
    const { client_id, client_secret } = (
      await server.register({
        token_endpoint_auth_method: 'client_secret_post',
        grant_types: ['authorization_code'],
      })
    ).body
    const request = { client_id, redirect_uri: CALLBACK, response_type: 'code', scope: 'read_only' }
    const again = async () =>
      (await server.decide(request, await server.person())).searchParams.get('code') ?? ''
    const redeem = (code: string, more: Record<string, string>) =>
      server.form('/token', {
        grant_type: 'authorization_code',
        client_id,
        code,
        redirect_uri: CALLBACK,
        ...more,
      })
    expect((await redeem(await again(), { client_secret: `${client_secret}x` })).status).toBe(401)
    const stray = await redeem(await again(), { client_secret, code_verifier: pkce().code_verifier })
    expect((await stray.json()).error).toBe('invalid_grant')
    const token = await (await redeem(await again(), { client_secret })).json()
    expect(token).toMatchObject({ token_type: 'Bearer', scope: 'read_only' })
    expect(token.refresh_token).toBeUndefined()
  })
})

describe('an app that is allowed twice by one person', () => {
  const request = async () => {
    const { client_id } = (await server.register()).body as { client_id: string }
    const { code_verifier, challenge } = pkce()
    const fields = {
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
    return { client_id, members: fields, redeem }
  }

  it('has both connections, on two devices or in two windows', async () => {
    const { members: fields, redeem } = await request()
    const actor = await server.person()
    const codes = [await server.decide(fields, actor), await server.decide(fields, actor)]
    for (const code of codes) {
      const token = await (await redeem(code.searchParams.get('code') ?? '')).json()
      expect(await bearer(instance, token.access_token)).not.toBeNull()
    }
  })

  it('has the second in place of the first, where the person replaces it, once its code is redeemed', async () => {
    const { client_id, members: fields, redeem } = await request()
    const actor = await server.person()
    const codeOf = async (replaces: string[] = []) =>
      (await server.decide(fields, actor, { replaces })).searchParams.get('code') ?? ''
    const first = await (await redeem(await codeOf())).json()
    const pending = await bearer(instance, first.access_token)
    const unused = await codeOf([pending?.grantId ?? ''])
    const last = await codeOf([pending?.grantId ?? ''])
    expect(unused).not.toBe(last)
    expect(await bearer(instance, first.access_token)).not.toBeNull()
    const second = await (await redeem(last)).json()
    expect(await bearer(instance, first.access_token)).toBeNull()
    expect(await bearer(instance, second.access_token)).not.toBeNull()
    const refresh = (refresh_token: string) =>
      server.form('/token', { grant_type: 'refresh_token', client_id, refresh_token })
    expect((await refresh(first.refresh_token)).status).toBe(400)
    expect((await refresh(second.refresh_token)).status).toBe(200)
  })

  it('can be decided though its URL was opened twice in one browser', async () => {
    const { members: fields, redeem } = await request()
    const actor = await server.person()
    const jar = new Map<string, string>()
    const open = async () => {
      const response = await server.send(`/authorize?${new URLSearchParams(fields)}`, {}, jar)
      return response.headers.get('location')?.split('/').at(-1) ?? ''
    }
    await open()
    const second = await consentRequestOf(await open())
    if (!second) throw new Error('There is nothing to decide.')
    const onwards = await allow(second, actor, {
      scopes: ['read_only'],
      limitPerCall: null,
      limitPerDay: null,
    })
    const back = new URL((await server.send(onwards, {}, jar)).headers.get('location') ?? ISSUER)
    const response = await (await redeem(back.searchParams.get('code') ?? '')).json()
    expect(response).toMatchObject({ token_type: 'Bearer', scope: 'read_only' })
    expect(await bearer(instance, response.access_token)).not.toBeNull()
  })
})
