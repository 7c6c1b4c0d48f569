import { afterAll, beforeAll, expect, it } from 'vitest'
import { blockClient } from '#lib/domain/connected-apps/block.ts'
import { bearerOf } from '#lib/oauth/bearer.ts'
import { allow, consentRequestOf, denyConsent } from '#lib/oauth/consent.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import { type Authorization, CALLBACK, openAuthorization, pkce } from '#lib/testing/authorization.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'

let instance: Instance
let server: Authorization
beforeAll(async () => {
  instance = await openInstance()
  server = await openAuthorization(instance)
})
afterAll(() => instance.close())

const grantsOf = async (person: Actor) =>
  (await instance.runtime.query('SELECT id, revoked_at FROM oauth_grants WHERE user_id = $1', [person.id]))
    .rows
const engineGrantsOf = async (clientId: string) =>
  (
    await instance.runtime.query(
      "SELECT 1 FROM oauth_artifacts WHERE kind = 'Grant' AND payload ->> 'clientId' = $1",
      [clientId],
    )
  ).rows.length

async function begun() {
  const { client_id } = (await server.register()).body as { client_id: string }
  const { code_verifier, challenge } = pkce()
  const { uid, jar } = await server.authorize({
    client_id,
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'read_only',
    ...challenge,
  })
  const consentRequest = await consentRequestOf(uid ?? '')
  if (!consentRequest) throw new Error('There is nothing to decide.')
  const decision = { scopes: consentRequest.scopes, limitPerCall: null, limitPerDay: null }
  return { client_id, code_verifier, jar, consentRequest, decision }
}

it('several decisions at once lead to one grant, and the code belongs to it', async () => {
  const { client_id, code_verifier, jar, consentRequest, decision } = await begun()
  const person = await server.person()
  const onwards = await Promise.all(Array.from({ length: 4 }, () => allow(consentRequest, person, decision)))
  expect(new Set(onwards).size).toBe(1)
  const grants = await grantsOf(person)
  expect(grants).toEqual([{ id: expect.any(String), revoked_at: null }])
  expect(await engineGrantsOf(client_id)).toBe(1)
  const resumed = await server.send(onwards[0] ?? '', {}, jar)
  const code = new URL(resumed.headers.get('location') ?? '').searchParams.get('code') ?? ''
  const response = await server.form('/token', {
    grant_type: 'authorization_code',
    client_id,
    code,
    redirect_uri: CALLBACK,
    code_verifier,
  })
  const { access_token } = (await response.json()) as { access_token: string }
  const bearer = await bearerOf(instance.runtime.query, access_token, Math.floor(Date.now() / 1000))
  expect(bearer?.grantId).toBe(grants[0]?.id)
})

it('a denial after it was allowed takes nothing back, and leaves no grant that nothing comes of', async () => {
  const { jar, consentRequest, decision } = await begun()
  const person = await server.person()
  const onwards = await allow(consentRequest, person, decision)
  expect(await denyConsent(consentRequest)).toBe(onwards)
  const resumed = await server.send(onwards, {}, jar)
  expect(new URL(resumed.headers.get('location') ?? '').searchParams.has('code')).toBe(true)
  expect(await grantsOf(person)).toHaveLength(1)
})

it('a later decision does not allow what was denied', async () => {
  const { client_id, jar, consentRequest, decision } = await begun()
  const person = await server.person()
  const onwards = await denyConsent(consentRequest)
  expect(await allow(consentRequest, person, decision)).toBe(onwards)
  const resumed = await server.send(onwards, {}, jar)
  expect(new URL(resumed.headers.get('location') ?? '').searchParams.get('error')).toBe('access_denied')
  expect(await grantsOf(person)).toEqual([])
  expect(await engineGrantsOf(client_id)).toBe(0)
})

it('a decision that the merchant does not permit leaves no grant in the engine, and the request open', async () => {
  const { client_id, consentRequest, decision } = await begun()
  const person = await server.person()
  await instance.run(blockClient, { client_id }, undefined, person)
  await expect(allow(consentRequest, person, decision)).rejects.toMatchObject({ reason: 'app_not_allowed' })
  expect(await engineGrantsOf(client_id)).toBe(0)
  expect(await consentRequestOf(consentRequest.uid)).not.toBeNull()
})
