import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { INVALID_TOKEN, type Library, structured, type Value } from '#e2e/mcp/library.ts'
import { freePort } from '#scripts/postgres/postmaster.ts'

type Said = { code: number; out: string; err: string }

/** Where the command line keeps its authorization. */
type Inspected = {
  endpoint: string
  home: string
  /** Opens the authorization URL as a person. Without it, the inspector uses what it has stored or fails. */
  consent: ((url: string) => Promise<void>) | null
}

/** A command of the inspector's command line, with a separate home folder. */
export async function inspect({ endpoint, home, consent }: Inspected, ...command: string[]): Promise<Said> {
  const port = await freePort()
  const child = spawn(
    process.execPath,
    [
      'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js',
      '--cli',
      endpoint,
      '--transport',
      'http',
      '--callback-url',
      `http://127.0.0.1:${port}/oauth/callback`,
      '--connect-timeout',
      '120000',
      '--format',
      'json',
      ...(consent ? [] : ['--stored-auth-only']),
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
  const ended = new Promise<void>((resolve) =>
    child.on('close', (code) => {
      said.code = code ?? 1
      resolve()
    }),
  )
  let consented: Promise<void> | undefined
  const listen = () => {
    const [, url] = /navigate to: (\S+)\s/.exec(said.out + said.err) ?? []
    if (!url || consented || !consent) return
    consented = consent(url).catch((error: unknown) => {
      said.err += String(error)
      child.kill()
    })
  }
  child.stdout.on('data', (chunk: Buffer) => {
    said.out += chunk.toString()
    listen()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    said.err += chunk.toString()
    listen()
  })
  await ended
  // It can end before the browser shows its last page. A page that is still on its way there can't be opened elsewhere.
  await consented
  return said
}

/** The command line as a library: each call is a process, with the authorization that the ones before it stored. */
export function openInspector(endpoint: string): Library {
  const home = mkdtempSync(join(tmpdir(), 'inspector-'))
  const secrets = join(home, '.mcp-inspector', 'secrets.json')
  const state = join(home, '.mcp-inspector', 'storage', 'oauth.json')
  const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
  const nameOfTokens = (stored: Record<string, string>) =>
    Object.keys(stored).find((name) => name.includes(':tokens:')) ?? ''
  const tokens = () => {
    const { secrets: stored } = read(secrets)
    return JSON.parse(stored[nameOfTokens(stored)])
  }
  let requested = 0
  return {
    async connect(allow) {
      const consent = (url: string) => {
        requested += 1
        return allow(url)
      }
      const run = async (...command: string[]): Promise<Value> => {
        const { code, out, err } = await inspect({ endpoint, home, consent }, ...command)
        if (code !== 0) throw new Error(`${out}${err}`)
        return JSON.parse(out).result
      }
      const { tools } = (await run('--method', 'tools/list')) as { tools: { name: string }[] }
      return {
        names: async () => tools.map(({ name }) => name),
        call: async (tool, args) =>
          structured(
            await run(
              '--method',
              'tools/call',
              '--tool-name',
              tool,
              '--tool-args-json',
              JSON.stringify(args),
            ),
          ),
        close: async () => undefined,
      }
    },
    requestCount: () => requested,
    tokens,
    clientId() {
      const issuers = read(state).servers[endpoint].byIssuer
      const [known] = Object.values<{ clientInformation: { client_id: string } }>(issuers)
      return known?.clientInformation.client_id ?? ''
    },
    expire() {
      const file = read(secrets)
      const expired = JSON.stringify({ ...tokens(), access_token: INVALID_TOKEN })
      file.secrets[nameOfTokens(file.secrets)] = expired
      writeFileSync(secrets, JSON.stringify(file))
    },
    dispose: () => rmSync(home, { recursive: true }),
  }
}
