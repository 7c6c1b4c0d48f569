import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { demo } from '#e2e/fixtures.ts'
import { inspect } from '#e2e/mcp/inspector.ts'
import { allow } from '#e2e/mcp/person.ts'
import { test } from '#e2e/test.ts'

test('the inspector registers, authorizes, lists and calls with its stored token, and starts over', async ({
  page,
}) => {
  test.setTimeout(900_000)
  const home = mkdtempSync(join(tmpdir(), 'inspector-'))
  const stored = { endpoint: `${demo().mcp_url}/mcp`, home, consent: null }
  const asking = { ...stored, consent: (url: string) => allow(page, url) }
  const listed = await inspect(asking, '--method', 'tools/list', '--strict')
  expect(listed.code, listed.err).toBe(0)
  expect(listed.out).toContain('"fetch_all_payments"')

  const called = await inspect(
    stored,
    '--method',
    'tools/call',
    '--tool-name',
    'fetch_all_orders',
    '--tool-arg',
    'count=1',
  )
  expect(called.code, called.err).toBe(0)
  expect(called.out).toContain('"entity":"collection"')

  const read = await inspect(
    stored,
    '--protocol-era',
    'modern',
    '--method',
    'resources/read',
    '--uri',
    'counterfoil://guide/start',
  )
  expect(read.code, read.err).toBe(0)
  expect(read.out).toContain('How Counterfoil works')

  // It ends its grant, and has to be authorized again.
  const again = await inspect(asking, '--relogin', '--method', 'prompts/list')
  expect(again.code, again.err).toBe(0)
  expect(again.out).toContain('"reconcile_day"')
  rmSync(home, { recursive: true })
})
