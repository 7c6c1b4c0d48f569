import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { demo } from '#e2e/fixtures.ts'
import { INVALID_TOKEN, type Library } from '#e2e/mcp/library.ts'
import { connectionOf } from '#e2e/mcp/with-provider.ts'
import { guideSampleOf } from '#lib/api-docs/guide-samples.ts'

/** The arguments of the configuration in the guide, after npx and the name of the package. */
export function guideArguments(): string[] {
  const { code } = guideSampleOf('connect-mcp-remote', { baseUrl: demo().mcp_url, keyId: null })
  return JSON.parse(code).mcpServers.counterfoil.args.slice(2)
}

/**
 * The proxy, as an app starts it, with a separate folder for its authorization and without a browser.
 * @param args the URL of the server, and the port of the redirect URI, which the proxy chooses itself without one
 */
export async function openMcpRemote(...args: string[]): Promise<Library> {
  const home = mkdtempSync(join(tmpdir(), 'mcp-remote-'))
  const folder = () => join(home, readdirSync(home)[0] ?? '')
  const file = (name: string) =>
    join(folder(), readdirSync(folder()).find((entry) => entry.endsWith(`_${name}`)) ?? name)
  const stored = (name: string) => JSON.parse(readFileSync(file(name), 'utf8'))
  const requests: string[] = []
  return {
    async connect(consent) {
      const transport = new StdioClientTransport({
        command: process.execPath,
        args: ['node_modules/mcp-remote/dist/proxy.js', ...args, '--auth-timeout', '120'],
        env: { HOME: home, PATH: dirname(process.execPath), MCP_REMOTE_CONFIG_DIR: home },
        stderr: 'pipe',
      })
      const client = new Client({ name: 'tests', version: '1' })
      const connected = new Promise<void>((resolve, reject) => {
        let said = ''
        transport.stderr?.on('data', (chunk: Buffer) => {
          said += chunk.toString()
          const [, url] = /by visiting:\s+(\S+)\s/.exec(said) ?? []
          if (!url) return
          said = ''
          requests.push(url)
          consent(url).catch(reject)
        })
        client.connect(transport, { timeout: 120_000 }).then(resolve, reject)
      })
      await connected
      return connectionOf(client)
    },
    requestCount: () => requests.length,
    tokens: () => stored('tokens.json'),
    clientId: () => stored('client_info.json').client_id,
    expire() {
      const path = file('tokens.json')
      writeFileSync(path, JSON.stringify({ ...stored('tokens.json'), access_token: INVALID_TOKEN }))
    },
    dispose: () => rmSync(home, { recursive: true }),
  }
}
