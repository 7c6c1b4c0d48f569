import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { demo } from '#e2e/fixtures.ts'
import { allow } from '#e2e/mcp/person.ts'
import { freePort } from '#scripts/postgres/postmaster.ts'

type Said = { code: number; out: string; err: string }

/** The inspector's command line, with a separate home folder; `page` acts as the person it asks. */
async function inspector(home: string, page: Page | null, ...command: string[]): Promise<Said> {
  const port = await freePort()
  const child = spawn(
    process.execPath,
    [
      'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js',
      '--cli',
      `${demo().mcp_url}/mcp`,
      '--transport',
      'http',
      '--callback-url',
      `http://127.0.0.1:${port}/oauth/callback`,
      '--connect-timeout',
      '120000',
      '--format',
      'json',
      ...(page ? [] : ['--stored-auth-only']),
      ...command,
    ],
    {
      env: {
        ...process.env,
        // The only browser that it can find is that of the test.
        PATH: dirname(process.execPath),
        HOME: home,
        MCP_AUTO_OPEN_ENABLED: 'true',
        MCP_INSPECTOR_SECRET_STORE: 'file',
      },
    },
  )
  const said = { code: -1, out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => {
    said.out += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    said.err += chunk.toString()
  })
  const ended = new Promise<void>((resolve) =>
    child.on('close', (code) => {
      said.code = code ?? 1
      resolve()
    }),
  )
  if (page) {
    const asked = /navigate to: (\S+)/
    await expect.poll(() => said.out + said.err, { timeout: 90_000 }).toMatch(asked)
    await allow(page, asked.exec(said.out + said.err)?.[1] ?? '')
  }
  await ended
  return said
}

test('the inspector registers, authorizes, lists and calls with its stored token, and starts over', async ({
  page,
}) => {
  test.setTimeout(300_000)
  const home = mkdtempSync(join(tmpdir(), 'inspector-'))
  const listed = await inspector(home, page, '--method', 'tools/list', '--strict')
  expect(listed.code, listed.err).toBe(0)
  expect(listed.out).toContain('"fetch_all_payments"')

  const called = await inspector(
    home,
    null,
    ...['--method', 'tools/call', '--tool-name', 'fetch_all_orders', '--tool-arg', 'count=1'],
  )
  expect(called.code, called.err).toBe(0)
  expect(called.out).toContain('"entity":"collection"')

  const read = await inspector(
    home,
    null,
    ...['--protocol-era', 'modern', '--method', 'resources/read', '--uri', 'counterfoil://guide/start'],
  )
  expect(read.code, read.err).toBe(0)
  expect(read.out).toContain('How Counterfoil works')

  // It ends its grant, and has to be authorized again.
  const again = await inspector(home, page, '--relogin', '--method', 'prompts/list')
  expect(again.code, again.err).toBe(0)
  expect(again.out).toContain('"reconcile_day"')
  rmSync(home, { recursive: true })
})
