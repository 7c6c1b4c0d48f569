import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blockClient, listBlocksForDashboard, unblockClient } from '#lib/domain/connected-apps/block.ts'
import {
  fetchAppTimeline,
  getAppDetails,
  listAppCallsForDashboard,
} from '#lib/domain/connected-apps/get-details.ts'
import { listAppsForDashboard } from '#lib/domain/connected-apps/list.ts'
import { reduceAppScopes } from '#lib/domain/connected-apps/reduce-scopes.ts'
import { revokeApp } from '#lib/domain/connected-apps/revoke.ts'
import { fetchAppSettings, updateAppSettings } from '#lib/domain/connected-apps/settings.ts'
import { bearerOf } from '#lib/oauth/bearer.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import { type Authorization, CALLBACK, openAuthorization, pkce } from '#lib/testing/authorization.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { newId } from '#lib/values/id.ts'
import type { Permission } from '#lib/values/permissions.ts'

let instance: Instance
let server: Authorization
beforeAll(async () => {
  instance = await openInstance()
  server = await openAuthorization(instance)
})
afterAll(() => instance.close())

const now = () => Math.floor(Date.now() / 1000)
const bearer = (token: string) => bearerOf(instance.runtime.query, token, now())
const MONEY = 'read_only orders:write refunds:write'

/** A connected app with limits of 1,000 per call and 5,000 per day. */
async function connected(scope = MONEY, role: Parameters<Authorization['person']>[0] = 'owner') {
  const { client_id } = (await server.register()).body as { client_id: string }
  const actor = await server.person(role)
  const { code_verifier, challenge } = pkce()
  const request = { client_id, redirect_uri: CALLBACK, response_type: 'code', scope, ...challenge }
  const back = await server.decide(request, actor, { limitPerCall: 100_000, limitPerDay: 500_000 })
  const code = back.searchParams.get('code') ?? ''
  const response = await server.form('/token', {
    grant_type: 'authorization_code',
    client_id,
    code,
    redirect_uri: CALLBACK,
    code_verifier,
  })
  const { access_token: token, refresh_token: refresh } = (await response.json()) as Record<string, string>
  const id = (await bearer(token ?? ''))?.grantId ?? ''
  return { client_id, actor, request, id, token: token ?? '', refresh: refresh ?? '' }
}
const audits = async (action: string, objectId: string) => {
  const { rows } = await instance.runtime.query(
    'SELECT actor_name, details FROM audit_lines WHERE action = $1 AND object_id = $2',
    [action, objectId],
  )
  return rows as { actor_name: string; details: Record<string, unknown> }[]
}

describe('the limits of a grant', () => {
  it('are on it where money can move, and nowhere else', async () => {
    const money = await connected()
    expect((await bearer(money.token))?.limits).toEqual({ perCall: 100_000, perDay: 500_000 })
    const plain = await connected('read_only orders:write')
    expect((await bearer(plain.token))?.limits).toEqual({ perCall: null, perDay: null })
  })

  it('that make no sense are rejected before a grant is made', async () => {
    const { request, actor } = await connected()
    const decide = (limitPerCall: number | null, limitPerDay: number | null) =>
      server.decide(request, actor, { limitPerCall, limitPerDay })
    await expect(decide(500, 400)).rejects.toMatchObject({ field: 'limit_per_day' })
    await expect(decide(null, 400)).rejects.toMatchObject({ field: 'limit_per_call' })
    await expect(decide(-1, 400)).rejects.toMatchObject({ field: 'limit_per_call' })
    await expect(decide(1, 50_000_000_001)).rejects.toMatchObject({ field: 'limit_per_day' })
  })
})

it('an app is let move money by a person who has just given their password, and read without', async () => {
  const { request, actor } = await connected()
  await expect(server.decide(request, actor, { confirmed: false })).rejects.toMatchObject({
    reason: 'password_required',
    field: 'password',
  })
  const back = await server.decide(request, actor, { scopes: ['read_only'], confirmed: false })
  expect(back.searchParams.get('code')).not.toBeNull()
})

describe('every authorization', () => {
  it.each(['read_only', 'refunds:write', 'wallet:write payments:write', MONEY])(
    'asks again, also for what was let before: %s',
    async (scope) => {
      const { request, actor } = await connected(scope)
      await server.decide(request, actor)
      const prompts: Record<string, string>[] = [{}, { prompt: 'consent' }, { prompt: 'login' }]
      for (const prompt of prompts) {
        const { location } = await server.authorize({ ...request, ...prompt })
        expect(location).toMatch(/^\/consent\//)
      }
      const silent = await server.authorize({ ...request, prompt: 'none' })
      expect(new URL(silent.location ?? '').searchParams.get('code')).toBeNull()
      expect(new URL(silent.location ?? '').searchParams.get('error')).toMatch(/_required$/)
    },
  )
})

describe('an app that is narrowed', () => {
  it('loses scopes and limits at its next call, and its next token names what is left', async () => {
    const { id, actor, token, refresh, client_id } = await connected()
    const input = { id, scopes: ['read_only', 'refunds:write'], limit_per_call: 0, limit_per_day: 20_000 }
    const narrowed = await instance.run(reduceAppScopes, input, undefined, actor)
    expect(narrowed).toMatchObject({ scopes: ['read_only', 'refunds:write'], limit_per_call: 0 })
    const found = await bearer(token)
    expect(found?.scopes).toEqual(['read_only', 'refunds:write'])
    expect(found?.limits).toEqual({ perCall: 0, perDay: 20_000 })
    expect(found?.actor.permissions.has('orders:write')).toBe(false)
    const response = await server.form('/token', {
      grant_type: 'refresh_token',
      client_id,
      refresh_token: refresh,
    })
    expect(((await response.json()) as { scope: string }).scope).toBe('read_only refunds:write')
    const [line] = await audits('reduce_app_scopes', id)
    expect(line).toMatchObject({ actor_name: actor.name, details: { before: { limit_per_call: 100_000 } } })
  })

  it('has no limits once nothing of it moves money', async () => {
    const { id, actor, token } = await connected()
    const input = { id, scopes: ['read_only'], limit_per_call: 5, limit_per_day: 5 }
    await instance.run(reduceAppScopes, input, undefined, actor)
    expect((await bearer(token))?.limits).toEqual({ perCall: null, perDay: null })
  })

  it('gets no scope here, and more money only from its own person who typed the password', async () => {
    const { id, actor } = await connected('read_only refunds:write')
    const admin = await server.person('admin')
    const scopes = ['read_only', 'refunds:write']
    const raised = { id, scopes, limit_per_call: 200_000, limit_per_day: 500_000 }
    const run = (input: typeof raised, by: Actor, confirmed = false) =>
      instance.run(reduceAppScopes, input, undefined, by, confirmed)
    await expect(run({ ...raised, scopes: [...scopes, 'wallet:write'] }, actor)).rejects.toMatchObject({
      field: 'scopes',
    })
    await expect(run(raised, actor)).rejects.toMatchObject({
      reason: 'password_required',
      field: 'password',
    })
    await expect(run(raised, admin, true)).rejects.toMatchObject({
      reason: 'permission_denied',
    })
    expect(await run(raised, actor, true)).toMatchObject({ limit_per_call: 200_000 })
    // An admin can reduce its scopes.
    expect(await run({ ...raised, limit_per_call: 1, limit_per_day: 1 }, admin)).toMatchObject({
      limit_per_day: 1,
    })
  })

  it('is hidden from and fixed for others without the permission, and cannot be changed once it has ended', async () => {
    const { id, actor } = await connected('read_only')
    const input = { id, scopes: ['read_only'], limit_per_call: null, limit_per_day: null }
    const viewer = await server.person('viewer')
    for (const operation of [getAppDetails, listAppCallsForDashboard, fetchAppTimeline])
      await expect(
        instance.run(operation as typeof getAppDetails, { id }, undefined, viewer),
      ).rejects.toMatchObject({
        reason: 'record_not_found',
      })
    const reader = { ...viewer, permissions: new Set<Permission>([...viewer.permissions, 'apps:read']) }
    expect(await instance.run(getAppDetails, { id }, undefined, reader)).toMatchObject({
      own: false,
      change_error: { reason: 'permission_denied' },
    })
    await expect(instance.run(reduceAppScopes, input, undefined, viewer)).rejects.toMatchObject({
      reason: 'record_not_found',
    })
    await instance.runtime.query(
      `UPDATE oauth_grants SET revoked_at = 1, revoked_reason = 'person' WHERE id = $1`,
      [id],
    )
    await expect(instance.run(reduceAppScopes, input, undefined, actor)).rejects.toMatchObject({
      reason: 'app_ended',
    })
  })
})

it('an app is shown with its person, what it moved in 24 hours, its calls and its status', async () => {
  const { id, actor, client_id } = await connected()
  const account = actor.account.id
  for (const [amount, approval, at] of [
    [700, null, instance.now()],
    [900, 'apr_1', instance.now()],
    [5000, null, instance.now() - 90_000],
  ] as const)
    await instance.runtime.query(
      `INSERT INTO grant_spending (account_id, grant_id, id, operation, amount, approval_id, created_at)
       VALUES ($1, $2, $3, 'create_refund', $4, $5, $6)`,
      [account, id, newId('request', Date.now()), amount, approval, at],
    )
  const call = newId('request', Date.now())
  await instance.runtime.query(
    `INSERT INTO request_logs (account_id, id, source, method, path, operation, status, duration_ms, actor_kind, actor_id,
       actor_name, request_body, response_body, created_at)
     VALUES ($1, $2, 'tool', 'POST', 'create_refund', 'create_refund', 200, 7, 'client', $3, 'x', '{"a":1}', '{"b":2}', $4)`,
    [account, call, id, instance.now()],
  )
  expect(await instance.run(getAppDetails, { id }, undefined, actor)).toMatchObject({
    own: true,
    change_error: null,
    user_email: actor.name,
    user_role: 'owner',
    client_id,
    client_origin: 'dynamic',
    client_auth_method: 'none',
    client_blocked: false,
    moved_day: 1600n,
    counted_day: 700n,
    calls_day: 1,
    refused_day: 0,
    waiting: 0,
  })
  const { items, ...more } = await instance.run(listAppCallsForDashboard, { id }, undefined, actor)
  expect(more).toEqual({ has_newer: false, has_older: false })
  expect(items).toMatchObject([
    { id: call, path: 'create_refund', request_body: '{"a":1}', response_body: '{"b":2}' },
  ])
  const timeline = await instance.run(fetchAppTimeline, { id }, undefined, actor)
  expect(timeline.items.map(({ what }) => what)).toEqual(['connect_app'])
})

describe('an app that never redeemed its code', () => {
  it('is listed without a token, and can be disconnected', async () => {
    const { client_id, actor, request, id } = await connected()
    const back = await server.decide(request, actor)
    expect(back.searchParams.get('code')).toBeTruthy()
    const listedApps = async () => {
      const { items } = await instance.run(listAppsForDashboard, {}, undefined, actor)
      return items.filter((app) => app.client_id === client_id)
    }
    const apps = await listedApps()
    expect(apps).toHaveLength(2)
    const other = apps.find((app) => app.id !== id)
    expect(apps.find((app) => app.id === id)?.has_token).toBe(true)
    expect(other).toMatchObject({ has_token: false, connected: true, last_used_at: null })
    const details = (of = '') => instance.run(getAppDetails, { id: of }, undefined, actor)
    expect((await details(id)).has_token).toBe(true)
    expect((await details(other?.id)).has_token).toBe(false)
    await instance.run(revokeApp, { id: other?.id ?? '' }, undefined, actor)
    expect((await details(other?.id)).revoked_at).not.toBeNull()
    // Tokens that have expired are none.
    await instance.runtime.query('UPDATE oauth_artifacts SET expires_at = 1 WHERE grant_id = $1', [id])
    expect((await details(id)).has_token).toBe(false)
  })
})

describe('an app that is blocked', () => {
  it('ends at once for all of the merchant, in both modes, and cannot be connected until it is unblocked', async () => {
    const { client_id, token, request, actor } = await connected('read_only')
    const admin = await server.person('admin')
    const live = await server.person('owner', 'live')
    await server.decide(request, live)
    const blocked = await instance.run(blockClient, { client_id, reason: 'Not ours' }, undefined, admin)
    expect(blocked).toMatchObject({ client_name: 'Ledger Helper', reason: 'Not ours', ended: 2 })
    expect(await bearer(token)).toBeNull()
    const { items } = await instance.run(listBlocksForDashboard, {}, undefined, admin)
    expect(items.filter((block) => block.client_id === client_id)).toHaveLength(1)
    expect((await audits('block_client', client_id))[0]?.details).toMatchObject({
      ended: 2,
      reason: 'Not ours',
    })
    await expect(server.decide(request, actor)).rejects.toThrow(/has blocked this app/)
    await instance.run(unblockClient, { client_id }, undefined, admin)
    expect(await bearer(token)).toBeNull()
    expect((await server.decide(request, actor)).searchParams.get('code')).toBeTruthy()
    const ended = await instance.run(listAppsForDashboard, { group: 'ended' }, undefined, admin)
    expect(ended.items.find((app) => app.client_id === client_id)?.revoked_reason).toBe('blocked')
  })

  it('has to be known, and takes the permission', async () => {
    const { client_id } = await connected('read_only')
    const admin = await server.person('admin')
    const finance = await server.person('finance')
    await expect(
      instance.run(blockClient, { client_id: 'client_nobody' }, undefined, admin),
    ).rejects.toMatchObject({
      reason: 'record_not_found',
    })
    await expect(instance.run(unblockClient, { client_id }, undefined, admin)).rejects.toMatchObject({
      reason: 'record_not_found',
    })
    await expect(instance.run(blockClient, { client_id }, undefined, finance)).rejects.toMatchObject({
      reason: 'permission_denied',
    })
  })
})

describe('the policy of a merchant', () => {
  it('decides about what connects from then on, and leaves what was let', async () => {
    const { token, request, actor } = await connected('read_only')
    const admin = await server.person('admin')
    const set = (self_registered: boolean, redirect_hosts: string[]) =>
      instance.run(updateAppSettings, { self_registered, redirect_hosts }, undefined, admin)
    await set(false, [])
    await expect(server.decide(request, actor)).rejects.toThrow(/self-registered apps/)
    await set(true, ['other.example.com'])
    await expect(server.decide(request, actor)).rejects.toThrow(/redirect to client\.example/)
    await set(true, ['other.example.com', 'Client.Example', 'client.example'])
    expect((await instance.run(fetchAppSettings, {}, undefined, admin)).redirect_hosts).toEqual([
      'other.example.com',
      'client.example',
    ])
    expect(await bearer(token)).not.toBeNull()
    expect((await server.decide(request, actor)).searchParams.get('code')).toBeTruthy()
    await set(true, [])
    const lines = await audits('update_app_settings', instance.merchant.id)
    expect(lines.length).toBeGreaterThanOrEqual(4)
  })

  it('takes hosts only, and the permission', async () => {
    const admin = await server.person('admin')
    const support = await server.person('support')
    const input = { self_registered: true, redirect_hosts: ['https://client.example/'] }
    await expect(instance.run(updateAppSettings, input, undefined, admin)).rejects.toMatchObject({
      field: 'redirect_hosts.0',
    })
    const empty = { self_registered: true, redirect_hosts: [] }
    await expect(instance.run(updateAppSettings, empty, undefined, support)).rejects.toMatchObject({
      reason: 'permission_denied',
    })
  })
})

describe('several connections of one app for one user', () => {
  /** As `connected`, on another device: with the same client, or with one that the device registered. */
  async function beside(first: { actor: Actor; client_id: string }, client_id = first.client_id) {
    const { code_verifier, challenge } = pkce()
    const request = {
      client_id,
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: 'read_only',
      ...challenge,
    }
    const back = await server.decide(request, first.actor)
    const code = back.searchParams.get('code') ?? ''
    const form = { client_id, code, redirect_uri: CALLBACK, code_verifier }
    const response = await server.form('/token', { grant_type: 'authorization_code', ...form })
    const { access_token: token = '' } = (await response.json()) as Record<string, string>
    return { token, id: (await bearer(token))?.grantId ?? '' }
  }
  const details = (id: string, as: Actor) => instance.run(getAppDetails, { id }, undefined, as)

  it('are listed beside each other, and end one by one', async () => {
    const first = await connected('read_only')
    const second = await beside(first)
    const third = await beside(first, (await server.register()).body.client_id)
    const stranger = await connected('read_only')
    const ids = async () => (await details(first.id, first.actor)).beside.map(({ id }) => id)
    expect((await ids()).sort()).toEqual([second.id, third.id].sort())
    await instance.run(revokeApp, { id: second.id }, undefined, first.actor)
    expect(await ids()).toEqual([third.id])
    expect(await bearer(first.token)).not.toBeNull()
    expect(await bearer(second.token)).toBeNull()
    expect((await details(stranger.id, stranger.actor)).beside).toEqual([])
  })

  it('end together, and leave those of other users and apps alone', async () => {
    const first = await connected('read_only')
    const second = await beside(first)
    const other = await beside(first, (await server.register({ client_name: 'Other App' })).body.client_id)
    const stranger = await connected('read_only')
    await instance.run(revokeApp, { id: second.id, all: true }, undefined, first.actor)
    expect(await Promise.all([first, second].map(({ token }) => bearer(token)))).toEqual([null, null])
    expect(await bearer(other.token)).not.toBeNull()
    expect(await bearer(stranger.token)).not.toBeNull()
    expect((await audits('revoke_app', second.id))[0]?.details).toMatchObject({ also: [first.id] })
  })

  it('end together, however many there are', async () => {
    const first = await connected('read_only')
    await instance.runtime.query(
      `INSERT INTO oauth_grants (account_id, id, user_id, client_id, client_name, scopes, redirect_host, created_at, updated_at, expires_at)
       SELECT account_id, id || '-' || number, user_id, client_id, client_name, scopes, redirect_host, created_at - number, updated_at, expires_at
       FROM oauth_grants, generate_series(1, 250) number WHERE id = $1`,
      [first.id],
    )
    const { beside, beside_count } = await details(first.id, first.actor)
    expect([beside.length, beside_count]).toEqual([100, 250])
    expect(beside[0]?.id).toBe(`${first.id}-1`)
    await instance.run(revokeApp, { id: first.id, all: true }, undefined, first.actor)
    const { rows } = await instance.runtime.query(
      'SELECT DISTINCT revoked_reason, revoked_by FROM oauth_grants WHERE user_id = $1',
      [first.actor.id],
    )
    expect(rows).toEqual([{ revoked_reason: 'person', revoked_by: first.actor.name }])
    const [line] = await audits('revoke_app', first.id)
    expect(line?.details.also).toHaveLength(100)
    expect(line?.details.also_count).toBe(250)
  })
})
