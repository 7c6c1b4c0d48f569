import { type APIRequestContext, expect } from '@playwright/test'
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { demo } from '#e2e/fixtures.ts'
import { allow } from '#e2e/mcp/person.ts'
import { test } from '#e2e/test.ts'
import { openClientApp } from '#e2e/ui/client-app.ts'

/** The server of the tests speaks http, on this machine. */
const insecure = { [oauth.allowInsecureRequests]: true }

const listed = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
const makesOrder = {
  jsonrpc: '2.0',
  id: 2,
  method: 'tools/call',
  params: { name: 'create_order', arguments: { amount: 4700, currency: 'INR' } },
}
const HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
}

test('oauth4webapi registers, authorizes, calls, steps up, refreshes, revokes and is rejected', async ({
  page,
}) => {
  test.slow()
  const issuer = new URL(demo().mcp_url)
  const program = await openClientApp()
  const server = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure }),
  )
  const client = await oauth.processDynamicClientRegistrationResponse(
    await oauth.dynamicClientRegistrationRequest(
      server,
      {
        client_name: 'oauth4webapi',
        redirect_uris: [program.callback],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      },
      insecure,
    ),
  )
  const authorize = async (scope: string) => {
    const verifier = oauth.generateRandomCodeVerifier()
    const state = oauth.generateRandomState()
    const address = new URL(server.authorization_endpoint ?? '')
    address.search = String(
      new URLSearchParams({
        response_type: 'code',
        client_id: client.client_id,
        redirect_uri: program.callback,
        scope,
        state,
        resource: `${demo().mcp_url}/mcp`,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }),
    )
    await allow(page, String(address))
    // Checks the state and, since the server announces it, the issuer.
    const back = oauth.validateAuthResponse(server, client, program.lastCall(), state)
    return oauth.processAuthorizationCodeResponse(
      server,
      client,
      await oauth.authorizationCodeGrantRequest(
        server,
        client,
        oauth.None(),
        back,
        program.callback,
        verifier,
        insecure,
      ),
    )
  }
  const call = (token: string, message: object) =>
    oauth.protectedResourceRequest(
      token,
      'POST',
      new URL(`${demo().mcp_url}/mcp`),
      new Headers(HEADERS),
      JSON.stringify(message),
      insecure,
    )
  const challenged = async (token: string, message: object) => {
    const thrown = await call(token, message).then(
      () => null,
      (error: unknown) => error,
    )
    expect(thrown).toBeInstanceOf(oauth.WWWAuthenticateChallengeError)
    return (thrown as oauth.WWWAuthenticateChallengeError).cause[0]?.parameters ?? {}
  }

  const first = await authorize('read_only')
  expect(first.scope).toBe('read_only')
  expect((await call(first.access_token, listed)).status).toBe(200)
  const lacking = await challenged(first.access_token, makesOrder)
  expect(lacking).toMatchObject({ error: 'insufficient_scope', scope: 'read_only orders:write' })
  expect(lacking.resource_metadata).toBe(`${demo().mcp_url}/.well-known/oauth-protected-resource/mcp`)

  const second = await authorize(lacking.scope ?? '')
  expect(await (await call(second.access_token, makesOrder)).text()).toContain('order_')

  const third = await oauth.processRefreshTokenResponse(
    server,
    client,
    await oauth.refreshTokenGrantRequest(server, client, oauth.None(), second.refresh_token ?? '', insecure),
  )
  expect(third.refresh_token).not.toBe(second.refresh_token)
  expect((await call(third.access_token, listed)).status).toBe(200)

  await oauth.processRevocationResponse(
    await oauth.revocationRequest(server, client, oauth.None(), third.refresh_token ?? '', insecure),
  )
  expect(await challenged(third.access_token, listed)).toMatchObject({ error: 'invalid_token' })
  program.close()
})

test('openid-client does the same as a confidential client', async ({ page, request }) => {
  test.slow()
  const program = await openClientApp()
  const config = await openid.dynamicClientRegistration(
    new URL(demo().mcp_url),
    {
      client_name: 'openid-client',
      redirect_uris: [program.callback],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_post',
    },
    undefined,
    { algorithm: 'oauth2', execute: [openid.allowInsecureRequests] },
  )
  const verifier = openid.randomPKCECodeVerifier()
  const state = openid.randomState()
  const address = openid.buildAuthorizationUrl(config, {
    redirect_uri: program.callback,
    scope: 'read_only orders:write',
    state,
    resource: `${demo().mcp_url}/mcp`,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  await allow(page, String(address))
  const tokens = await openid.authorizationCodeGrant(config, program.lastCall(), {
    pkceCodeVerifier: verifier,
    expectedState: state,
  })
  expect(tokens.scope).toBe('read_only orders:write')
  expect(await statusOf(page.request, tokens.access_token)).toBe(200)
  expect(await openid.tokenIntrospection(config, tokens.access_token)).toMatchObject({ active: true })

  const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '')
  expect(await statusOf(request, refreshed.access_token)).toBe(200)
  await openid.tokenRevocation(config, refreshed.refresh_token ?? '')
  expect(await openid.tokenIntrospection(config, refreshed.access_token)).toMatchObject({ active: false })
  expect(await statusOf(request, refreshed.access_token)).toBe(401)
  program.close()
})

async function statusOf(request: APIRequestContext, token: string): Promise<number> {
  const response = await request.get('/api/tool-endpoint', { headers: { authorization: `Bearer ${token}` } })
  return response.status()
}
