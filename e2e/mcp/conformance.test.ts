import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { demo } from '#e2e/fixtures.ts'
import { openBearerProxy } from '#e2e/mcp/bearer-proxy.ts'
import { allow } from '#e2e/mcp/person.ts'
import { passedScenarios, requiredScenarios, startSuite } from '#e2e/mcp/suite.ts'
import { begin, openClientApp } from '#e2e/ui/client-app.ts'

/** A token from the complete flow: registration, consent, code, exchange. */
async function tokenOf(page: Page, request: APIRequestContext): Promise<string> {
  const program = await openClientApp()
  const { address, client_id, code_verifier } = await begin(request, program.callback, 'read_only')
  await allow(page, address)
  const code = program.calls[0]?.searchParams.get('code') ?? ''
  program.close()
  const form = { client_id, code, code_verifier, redirect_uri: program.callback }
  const answer = await request.post('/token', { form: { grant_type: 'authorization_code', ...form } })
  expect(answer.status(), await answer.text()).toBe(200)
  return ((await answer.json()) as { access_token: string }).access_token
}

for (const [revision, count] of [
  ['2026-07-28', 37],
  ['2025-11-25', 30],
] as const) {
  test(`the official suite for ${revision} passes: ${count} of ${count}`, async ({ page, request }) => {
    // Dozens of scenarios, each of which may wait some seconds on a busy machine.
    test.setTimeout(600_000)
    const required = requiredScenarios(revision)
    expect(required).toHaveLength(count)
    const proxy = await openBearerProxy(demo().mcp_url, await tokenOf(page, request))
    const suite = startSuite(
      'server',
      '--url',
      `${proxy.url}/mcp`,
      '--requirements',
      revision,
      '--timeout',
      '120000',
    )
    const code = await suite.ended
    proxy.close()
    const passed = passedScenarios(suite.output())
    expect(
      required.filter((name) => !passed.includes(name)),
      suite.output(),
    ).toEqual([])
    expect(code).toBe(0)
  })
}
