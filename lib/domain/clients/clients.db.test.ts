import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '#lib/domain/clients/create.ts'
import { deleteClient } from '#lib/domain/clients/delete.ts'
import { getClientDetails } from '#lib/domain/clients/get-details.ts'
import { listClientsForDashboard } from '#lib/domain/clients/list.ts'
import { rotateClientSecret } from '#lib/domain/clients/rotate.ts'
import { updateAppSettings } from '#lib/domain/connected-apps/settings.ts'
import { createMerchant } from '#lib/domain/merchants/create.ts'
import { bearerOf } from '#lib/oauth/bearer.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import { type Authorization, CALLBACK, openAuthorization, pkce } from '#lib/testing/authorization.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'

let instance: Instance
let server: Authorization
let admin: Actor
beforeAll(async () => {
  instance = await openInstance()
  // Self-registration is off here; a client registered in the dashboard works nevertheless.
  server = await openAuthorization(instance, { OAUTH_REGISTRATION: 'closed' })
  admin = await server.person('developer')
  const policy = { self_registered: false, redirect_hosts: ['elsewhere.example'] }
  await instance.run(updateAppSettings, policy, undefined, admin)
})
afterAll(() => instance.close())

const made = (more: object = {}, by: Actor = admin, key?: string) =>
  instance.run(
    createClient,
    { name: 'Reconciler', redirect_uris: [CALLBACK], auth_method: 'client_secret_post', ...more } as never,
    key,
    by,
  )
const request = (client_id: string) => ({ client_id, redirect_uri: CALLBACK, response_type: 'code' })
const redeem = (client_id: string, code: string, more: Record<string, string>) =>
  server.form('/token', {
    grant_type: 'authorization_code',
    client_id,
    code,
    redirect_uri: CALLBACK,
    ...more,
  })
const codeFor = async (client_id: string, more: Record<string, string> = {}) =>
  (await server.decide({ ...request(client_id), ...more }, admin)).searchParams.get('code') ?? ''

describe('an app registered in the dashboard', () => {
  it('goes the whole way to a token with its secret, and asks for its own scopes by default', async () => {
    const { id, secret } = await made({ scopes: ['read_only', 'orders:write'] })
    expect(secret).toMatch(/^\w{32}$/)
    const token = await (await redeem(id, await codeFor(id), { client_secret: secret ?? '' })).json()
    expect(token).toMatchObject({ scope: 'read_only orders:write', refresh_token: expect.any(String) })
    const wrong = await redeem(id, await codeFor(id), { client_secret: 'x'.repeat(32) })
    expect(wrong.status).toBe(401)
    const listed = (await instance.run(listClientsForDashboard, {}, undefined, admin)).items.find(
      (client) => client.id === id,
    )
    // The second consent did not replace the first.
    expect(listed).toMatchObject({ name: 'Reconciler', connections: 2, created_by: `user:${admin.name}` })
    expect(JSON.stringify(listed)).not.toContain(secret)
  })

  it('that sends its secret in the header, and a public one with a challenge, work as well', async () => {
    const basic = await made({ auth_method: 'client_secret_basic' })
    const authorization = `Basic ${Buffer.from(`${basic.id}:${basic.secret}`).toString('base64')}`
    const fields = {
      grant_type: 'authorization_code',
      code: await codeFor(basic.id),
      redirect_uri: CALLBACK,
    }
    expect((await server.form('/token', fields, { authorization })).status).toBe(200)
    const open = await made({ auth_method: 'none' })
    expect(open.secret).toBeNull()
    const { code_verifier, challenge } = pkce()
    expect((await redeem(open.id, await codeFor(open.id, challenge), { code_verifier })).status).toBe(200)
    await expect(instance.run(rotateClientSecret, { id: open.id }, undefined, admin)).rejects.toMatchObject({
      reason: 'client_is_public',
    })
  })

  it.each([
    [{ redirect_uris: ['http://client.example/back'] }, 'redirect_uris.0'],
    [{ redirect_uris: [] }, 'redirect_uris'],
    [{ name: '\u202eevil' }, 'name'],
    [{ auth_method: 'private_key_jwt' }, 'auth_method'],
    [{ scopes: ['everything'] }, 'scopes.0'],
  ])('is rejected where registration rejects it: %j', async (wrong, field) => {
    await expect(made(wrong)).rejects.toMatchObject({ reason: 'input_validation_failed', field })
  })

  it('takes the permission', async () => {
    for (const role of ['finance', 'support', 'viewer'] as const)
      await expect(made({}, await server.person(role))).rejects.toMatchObject({ reason: 'permission_denied' })
  })
})

it('the secret of an app is in no table, nor in the stored response', async () => {
  const { id, secret } = await made({}, admin, 'once-1')
  const again = await made({}, admin, 'once-1')
  expect(again).toMatchObject({ id, secret })
  const stored = await instance.runtime.query(
    `SELECT coalesce((SELECT string_agg(metadata::text, '') FROM oauth_clients), '')
         || coalesce((SELECT string_agg(body, '') FROM idempotency_keys), '')
         || coalesce((SELECT string_agg(details::text, '') FROM audit_lines), '') AS text`,
    [],
  )
  expect(String(stored.rows[0]?.text)).toContain(id)
  expect(String(stored.rows[0]?.text)).not.toContain(secret)
})

it('a new secret takes the place of the old one at once, and what was let goes on', async () => {
  const { id, secret: old } = await made()
  const token = await (await redeem(id, await codeFor(id), { client_secret: old ?? '' })).json()
  const { secret } = await instance.run(rotateClientSecret, { id }, undefined, admin)
  expect(secret).not.toBe(old)
  expect(
    await bearerOf(instance.runtime.query, token.access_token, Math.floor(Date.now() / 1000)),
  ).not.toBeNull()
  expect((await redeem(id, await codeFor(id), { client_secret: old ?? '' })).status).toBe(401)
  expect((await redeem(id, await codeFor(id), { client_secret: secret ?? '' })).status).toBe(200)
})

it('an app that is deleted ends with everything that was let it, once its name was typed', async () => {
  const { id, secret } = await made()
  const token = await (await redeem(id, await codeFor(id), { client_secret: secret ?? '' })).json()
  const remove = (typed_name: string) => instance.run(deleteClient, { id, typed_name }, undefined, admin)
  await expect(remove('reconciler')).rejects.toMatchObject({ field: 'typed_name' })
  await remove('Reconciler')
  expect(await bearerOf(instance.runtime.query, token.access_token, Math.floor(Date.now() / 1000))).toBeNull()
  expect((await server.authorize(request(id))).response.status).toBe(400)
  await expect(instance.run(getClientDetails, { id }, undefined, admin)).rejects.toMatchObject({
    reason: 'record_not_found',
  })
})

it('an app of one merchant is nothing to another', async () => {
  const { id } = await made()
  const other = await instance.database.prisma.$transaction((tables) =>
    createMerchant(tables, { name: 'Other Stores', country: 'IN' }, Date.now(), {
      authorization_window_seconds: 259_200,
    }),
  )
  const stranger: Actor = {
    ...admin,
    account: { ...admin.account, id: other.accounts.test, merchant_id: other.id },
  }
  for (const operation of [getClientDetails, rotateClientSecret, deleteClient])
    await expect(
      instance.run(operation as typeof getClientDetails, { id }, undefined, stranger),
    ).rejects.toMatchObject({
      reason: 'record_not_found',
    })
  expect((await instance.run(listClientsForDashboard, {}, undefined, stranger)).items).toEqual([])
  await instance.database.prisma.memberships.create({
    data: { merchant_id: other.id, user_id: admin.id, role: 'owner', created_at: 0 },
  })
  await expect(server.decide(request(id), stranger)).rejects.toThrow(/registered for another merchant/)
})
