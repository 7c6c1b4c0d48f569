import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sha256 } from '#lib/auth/secrets.ts'
import { listAppsForDashboard } from '#lib/domain/connected-apps/list.ts'
import { reduceAppScopes } from '#lib/domain/connected-apps/reduce-scopes.ts'
import { revokeApp } from '#lib/domain/connected-apps/revoke.ts'
import { REPEATABLE } from '#lib/oauth/exchange.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import {
  type Authorization,
  CALLBACK,
  openAuthorization,
  pkce,
  RESOURCE,
} from '#lib/testing/authorization.ts'
import { bearer, connected } from '#lib/testing/connection.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'

let instance: Instance
let server: Authorization
beforeAll(async () => {
  instance = await openInstance()
  server = await openAuthorization(instance)
})
afterAll(() => instance.close())

describe('a second use', () => {
  it('a code kills the tokens that it gave', async () => {
    const { redeem } = await connected(server, 'read_only')
    const token = await (await redeem()).json()
    expect(await bearer(instance, token.access_token)).not.toBeNull()
    expect((await (await redeem()).json()).error).toBe('invalid_grant')
    expect(await bearer(instance, token.access_token)).toBeNull()
  })

  it('of many that redeem one code at once exactly one succeeds', async () => {
    const { redeem } = await connected(server, 'read_only')
    const responses = await Promise.all(Array.from({ length: 12 }, redeem))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(responses.filter(({ status }) => status !== 200 && status !== 400)).toEqual([])
  })

  it('a refresh token is changed at each use; the one before ends the whole family', async () => {
    const { client_id, redeem } = await connected(server, 'read_only')
    const first = await (await redeem()).json()
    const refresh = (refresh_token: string) =>
      server.form('/token', { grant_type: 'refresh_token', client_id, refresh_token })
    const second = await (await refresh(first.refresh_token)).json()
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect(await bearer(instance, second.access_token)).not.toBeNull()
    await later(first.refresh_token, REPEATABLE + 1)
    expect((await refresh(first.refresh_token)).status).toBe(400)
    expect(await bearer(instance, second.access_token)).toBeNull()
    expect((await refresh(second.refresh_token)).status).toBe(400)
    const { rows } = await instance.runtime.query(
      'SELECT revoked_reason FROM oauth_grants WHERE client_id = $1',
      [client_id],
    )
    expect(rows).toEqual([{ revoked_reason: 'replayed' }])
  })

  it('a refresh token that is used again within ten minutes gets the same response, also at once', async () => {
    const { client_id, redeem } = await connected(server, 'read_only')
    const first = await (await redeem()).json()
    const refresh = async (refresh_token: string, as = client_id) => {
      const response = await server.form('/token', {
        grant_type: 'refresh_token',
        client_id: as,
        refresh_token,
      })
      return { status: response.status, body: await response.json() }
    }
    const responses = await Promise.all([1, 2, 3].map(() => refresh(first.refresh_token)))
    await later(first.refresh_token, REPEATABLE - 5)
    const again = await refresh(first.refresh_token)
    const pairs = [...responses, again].map(({ body }) => `${body.access_token} ${body.refresh_token}`)
    expect(new Set(pairs).size).toBe(1)
    expect(again.body.expires_in).toBeLessThanOrEqual(responses[0]?.body.expires_in - (REPEATABLE - 5))
    expect(again.status).toBe(200)
    expect(await bearer(instance, again.body.access_token)).not.toBeNull()
    // Another client learns nothing by it, and ends nothing.
    const { client_id: other } = (await server.register()).body
    expect((await refresh(first.refresh_token, other)).body.error).toBe('invalid_grant')
    expect((await refresh(again.body.refresh_token)).status).toBe(200)
    const { rows } = await instance.runtime.query(
      `SELECT payload::text AS kept FROM oauth_artifacts WHERE kind = 'RefreshToken' AND id_hash = $1`,
      [sha256(first.refresh_token)],
    )
    for (const secret of [again.body.access_token, again.body.refresh_token])
      expect(rows[0]?.kept).not.toContain(secret)
  })

  it('an older refresh token ends the grant at once, also within ten minutes', async () => {
    const { client_id, refresh } = await server.tokenOf('read_only')
    const renew = async (refresh_token: string) => {
      const response = await server.form('/token', { grant_type: 'refresh_token', client_id, refresh_token })
      return { status: response.status, body: await response.json() }
    }
    const second = await renew(refresh)
    const third = await renew(second.body.refresh_token)
    // The direct predecessor of the newest is no sign of a theft.
    expect(await renew(second.body.refresh_token)).toEqual(third)
    expect(await bearer(instance, third.body.access_token)).not.toBeNull()
    expect((await renew(refresh)).body.error).toBe('invalid_grant')
    expect(await bearer(instance, third.body.access_token)).toBeNull()
    expect((await renew(third.body.refresh_token)).status).toBe(400)
  })

  it('both addresses of the tools are resources, whose tokens are the same', async () => {
    const write = `${RESOURCE}/write`
    const { client_id, redeem } = await connected(server, 'read_only', { resource: write })
    const first = await (await redeem()).json()
    const renew = async (refresh_token: string, resource: string) => {
      const form = { grant_type: 'refresh_token', client_id, refresh_token, resource }
      const response = await server.form('/token', form)
      return { status: response.status, body: await response.json() }
    }
    const other = await renew(first.refresh_token, RESOURCE)
    expect([other.status, other.body.error]).toEqual([400, 'invalid_target'])
    const same = await renew(first.refresh_token, write)
    expect(same.status).toBe(200)
    expect(await bearer(instance, same.body.access_token)).not.toBeNull()
  })

  it('a refresh gives what was granted of the scopes that it names, and never more', async () => {
    const { client_id, refresh } = await server.tokenOf('read_only orders:write')
    const ask = async (refresh_token: string, scope: string) => {
      const response = await server.form('/token', {
        grant_type: 'refresh_token',
        client_id,
        refresh_token,
        scope,
        resource: RESOURCE,
      })
      return { status: response.status, body: await response.json() }
    }
    for (const scope of ['refunds:write', 'refunds:write wallet:write', 'unknown', 'openid'])
      expect(await ask(refresh, scope)).toMatchObject({ status: 400, body: { error: 'invalid_scope' } })
    // The rejected requests used nothing up.
    const all = 'read_only orders:write payments:write refunds:write customers:write'
    const second = await ask(refresh, all)
    expect(second).toMatchObject({ status: 200, body: { scope: 'read_only orders:write' } })
    const used = await bearer(instance, second.body.access_token)
    expect([...(used?.scopes ?? [])].sort()).toEqual(['orders:write', 'read_only'])
    // One that asks for less gives less, and the next may have again what was granted.
    const third = await ask(second.body.refresh_token, 'read_only refunds:write unknown')
    expect(third).toMatchObject({ status: 200, body: { scope: 'read_only' } })
    const fourth = await ask(third.body.refresh_token, all)
    expect(fourth).toMatchObject({ status: 200, body: { scope: 'read_only orders:write' } })
  })

  it('a refresh gives nothing that was taken from the grant since', async () => {
    const { client_id, redeem, actor } = await connected(server, 'read_only orders:write')
    const first = await (await redeem()).json()
    const { items } = await instance.run(listAppsForDashboard, { group: 'connected' }, undefined, actor)
    await instance.run(
      reduceAppScopes,
      {
        id: items.find((app) => app.client_id === client_id)?.id ?? '',
        scopes: ['read_only'],
        limit_per_call: null,
        limit_per_day: null,
      },
      undefined,
      actor,
    )
    const ask = async (scope: string) => {
      const form = { grant_type: 'refresh_token', client_id, refresh_token: first.refresh_token, scope }
      const response = await server.form('/token', form)
      return { status: response.status, body: await response.json() }
    }
    expect(await ask('orders:write')).toMatchObject({ status: 400, body: { error: 'invalid_scope' } })
    expect(await ask('read_only orders:write')).toMatchObject({ status: 200, body: { scope: 'read_only' } })
  })

  it('a used refresh token is reported as inactive at once', async () => {
    const { client_id, refresh } = await server.tokenOf('read_only')
    await server.form('/token', { grant_type: 'refresh_token', client_id, refresh_token: refresh })
    const introspected = await (await server.form('/introspect', { client_id, token: refresh })).json()
    expect(introspected).toEqual({ active: false })
  })
})

/** As if a token had been used some seconds ago. */
async function later(token: string, seconds: number): Promise<void> {
  await instance.runtime.query(
    'UPDATE oauth_artifacts SET consumed_at = consumed_at - $2::bigint WHERE id_hash = $1',
    [sha256(token), seconds],
  )
}

describe('a token', () => {
  const tokenOf = async (scope = 'read_only refunds:write payments:write') => {
    const { redeem, ...rest } = await connected(server, scope)
    return {
      ...rest,
      token: (await (await redeem()).json()) as { access_token: string; refresh_token: string },
    }
  }

  it('is cut to what the role of the person may now, and ends with the person', async () => {
    const { token, actor } = await tokenOf()
    const set = (text: string) => instance.runtime.query(text, [actor.id])
    await set("UPDATE memberships SET role = 'support' WHERE user_id = $1")
    const lowered = await bearer(instance, token.access_token)
    expect(lowered?.actor.permissions.has('refunds:write')).toBe(true)
    expect(lowered?.actor.permissions.has('payments:capture')).toBe(false)
    await set('UPDATE users SET disabled_at = 1 WHERE id = $1')
    expect(await bearer(instance, token.access_token)).toBeNull()
    await set('UPDATE users SET disabled_at = NULL WHERE id = $1')
    await set('DELETE FROM memberships WHERE user_id = $1')
    expect(await bearer(instance, token.access_token)).toBeNull()
  })

  it('ends when its client revokes it, and reveals nothing to another client', async () => {
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
    expect(await bearer(instance, token.access_token)).not.toBeNull()
    const revoked = await server.form('/revoke', { client_id, token: token.refresh_token })
    // Clients parse a body by its type, and this one is empty.
    expect([revoked.status, revoked.headers.get('content-type'), await revoked.text()]).toEqual([
      200,
      null,
      '',
    ])
    expect(await bearer(instance, token.access_token)).toBeNull()
  })

  it('is for the tools alone: another resource is rejected', async () => {
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
    const { rows } = await instance.runtime.query('SELECT payload::text AS kept FROM oauth_artifacts', [])
    for (const { kept: stored } of rows)
      for (const value of [token.access_token, token.refresh_token]) expect(stored).not.toContain(value)
  })
})

describe('connected apps', () => {
  const connectedApp = async () => {
    const { redeem, actor, client_id } = await connected(server, 'read_only')
    const token = (await (await redeem()).json()) as { access_token: string }
    return { token, actor, client_id }
  }
  const list = (as: Actor) => instance.run(listAppsForDashboard, { group: 'connected' }, undefined, as)

  it('are listed to who let them, all of them to who may see them, and ended at once', async () => {
    const { token, actor, client_id } = await connectedApp()
    const viewer = await server.person('viewer')
    const mine = (await list(actor)).items.find((app) => app.client_id === client_id)
    expect(mine).toMatchObject({ user_email: actor.name, client_name: 'Ledger Helper', calls: 0 })
    expect((await list(viewer)).items).toEqual([])
    const id = mine?.id ?? ''
    await expect(instance.run(revokeApp, { id }, undefined, viewer)).rejects.toThrow(/No such record/)
    expect(await bearer(instance, token.access_token)).not.toBeNull()
    await instance.run(revokeApp, { id }, undefined, actor)
    expect(await bearer(instance, token.access_token)).toBeNull()
    expect((await list(actor)).items.some((app) => app.id === id)).toBe(false)
  })

  it('a blocked app can neither act nor be connected', async () => {
    const { token, actor, client_id } = await connectedApp()
    await instance.runtime.query(
      `INSERT INTO oauth_blocks (merchant_id, client_id, client_name, created_by, created_at) VALUES ($1, $2, 'x', 'x', 1)`,
      [instance.merchant.id, client_id],
    )
    expect(await bearer(instance, token.access_token)).toBeNull()
    const { challenge } = pkce()
    const request = {
      client_id,
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: 'read_only',
      ...challenge,
    }
    await expect(server.decide(request, actor)).rejects.toThrow(/has blocked this app/)
  })
})
