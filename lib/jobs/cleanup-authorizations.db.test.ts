import { afterAll, beforeAll, expect, it } from 'vitest'
import { createClient } from '#lib/domain/clients/create.ts'
import { cleanupTokens, cleanupUnusedClients } from '#lib/jobs/cleanup-authorizations.ts'
import { bearerOf } from '#lib/oauth/bearer.ts'
import { type Authorization, CALLBACK, openAuthorization } from '#lib/testing/authorization.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'

const DAYS = 86_400_000
const HOURS = 3_600_000
let instance: Instance
let server: Authorization
beforeAll(async () => {
  instance = await openInstance()
  server = await openAuthorization(instance)
})
afterAll(() => instance.close())

const at = (later: number) => ({ query: instance.runtime.query, clock: () => Date.now() + later })
const count = async (table: string, condition: string, values: unknown[]) =>
  Number(
    (await instance.runtime.query(`SELECT count(*) AS n FROM ${table} WHERE ${condition}`, values)).rows[0]
      ?.n,
  )

it('deletes what has expired, and nothing active', async () => {
  const { token, client_id } = await server.tokenOf('read_only')
  const of = () => count('oauth_artifacts', "payload ->> 'clientId' = $1", [client_id])
  const before = await of()
  expect(await cleanupTokens(at(0))).toBe(0)
  expect(await of()).toBe(before)
  expect(await bearerOf(instance.runtime.query, token, Math.floor(Date.now() / 1000))).not.toBeNull()
  expect(await cleanupTokens(at(2 * 3_600_000))).toBeGreaterThan(0)
  expect(
    await count('oauth_artifacts', "kind = 'AccessToken' AND payload ->> 'clientId' = $1", [client_id]),
  ).toBe(0)
  // A refresh token lasts longer than an access token.
  expect(
    await count('oauth_artifacts', "kind = 'RefreshToken' AND payload ->> 'clientId' = $1", [client_id]),
  ).toBe(1)
  await cleanupTokens(at(200 * DAYS))
  // What the registration is managed with lasts as long as the registration.
  expect(await count('oauth_artifacts', 'expires_at IS NOT NULL', [])).toBe(0)
  expect(await of()).toBe(1)
})

it('deletes self-registered clients that were never connected, with their management tokens', async () => {
  const unused = (await server.register()).body.client_id as string
  const { client_id: used } = await server.tokenOf('read_only')
  const byHand = await instance.run(
    createClient,
    { name: 'By Hand', redirect_uris: [CALLBACK], auth_method: 'none' },
    undefined,
    await server.person('owner'),
  )
  const there = (id: string) => count('oauth_clients', 'id = $1', [id])
  const managed = (id: string) =>
    count('oauth_artifacts', "kind = 'RegistrationAccessToken' AND payload ->> 'clientId' = $1", [id])
  expect(await cleanupUnusedClients(at(5.9 * HOURS))).toBe(0)
  expect([await there(unused), await managed(unused)]).toEqual([1, 1])
  expect(await cleanupUnusedClients(at(6.1 * HOURS))).toBe(1)
  expect([await there(unused), await managed(unused)]).toEqual([0, 0])
  expect([await there(used), await there(byHand.id)]).toEqual([1, 1])
  // Such an app is told that it is not known, and registers again.
  const response = await server.form('/token', {
    grant_type: 'authorization_code',
    client_id: unused,
    code: 'x',
  })
  expect([response.status, (await response.json()).error]).toEqual([401, 'invalid_client'])
})
