import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type APIRequestContext, expect } from '@playwright/test'

/** A client app on this machine, with a callback that records each call. */
export async function openClientApp() {
  const calls: URL[] = []
  const server = createServer((request, response) => {
    const call = new URL(request.url ?? '/', `http://${request.headers.host}`)
    // A browser asks for an icon as well.
    if (call.pathname === '/callback') calls.push(call)
    response.setHeader('content-type', 'text/plain').end('You can close this window.')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const callback = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`
  const lastCall = () => calls.at(-1) ?? new URL('http://127.0.0.1/nobody-called')
  return { calls, lastCall, callback, close: () => server.close() }
}

async function register(request: APIRequestContext, callback: string, more: object = {}) {
  const response = await request.post('/register', {
    data: {
      client_name: 'Ledger Helper',
      redirect_uris: [callback],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      ...more,
    },
  })
  expect(response.status()).toBe(201)
  return (await response.json()) as { client_id: string }
}

/** Registers a client and begins an authorization. @returns the URL to open, and the values that the client stores */
export async function begin(request: APIRequestContext, callback: string, scope: string, more: object = {}) {
  const { client_id } = await register(request, callback, more)
  const code_verifier = randomBytes(32).toString('base64url')
  const query = new URLSearchParams({
    response_type: 'code',
    client_id,
    redirect_uri: callback,
    scope,
    state: randomBytes(9).toString('base64url'),
    code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  return { client_id, code_verifier, address: `/authorize?${query}`, state: query.get('state') }
}
