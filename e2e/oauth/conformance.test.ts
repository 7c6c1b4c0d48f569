import { expect } from '@playwright/test'
import { demo } from '#e2e/fixtures.ts'
import { allow } from '#e2e/mcp/person.ts'
import { startSuite } from '#e2e/mcp/suite.ts'
import { test } from '#e2e/test.ts'
import { freePort } from '#scripts/postgres/postmaster.ts'

test('the official suite for authorization servers passes: 3 of 3, without a warning', async ({
  page,
  request,
}) => {
  test.setTimeout(900_000)
  const port = String(await freePort())
  const issuer = demo().mcp_url
  const registered = await request.post('/register', {
    data: {
      client_name: 'Conformance suite',
      redirect_uris: [`http://127.0.0.1:${port}/callback`],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
  })
  const { client_id } = (await registered.json()) as { client_id: string }
  const suite = startSuite(
    'authorization',
    '--url',
    issuer,
    '--client-id',
    client_id,
    '--resource',
    `${issuer}/mcp`,
    '-p',
    port,
  )
  // It prints the URL that a person is to open, and waits for the callback.
  await expect
    .poll(() => suite.output(), { timeout: 120_000 })
    .toMatch(/\/authorize\?\S+[\s\S]*Callback server started/)
  await allow(page, /\S+\/authorize\?\S+/.exec(suite.output())?.[0] ?? '')
  const code = await suite.ended
  const said = suite.output()
  expect(code, said).toBe(0)
  expect(said).toMatch(/Total: 3 passed, 0 failed/)
  expect(suite.checks().map(({ status }) => status)).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS'])
})
