import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, type Page } from '@playwright/test'
import { demo } from '#e2e/fixtures.ts'
import { allowRefunds } from '#e2e/mcp/person.ts'
import { storedCredentials } from '#e2e/oauth/stored-credentials.ts'
import { openClientApp } from '#e2e/ui/client-app.ts'

/** The official client, which a person has allowed small refunds, at a server that takes its token. */
export async function connected(
  page: Page,
  base: string | URL = demo().mcp_url,
  { fetch }: { fetch?: typeof globalThis.fetch } = {},
) {
  const program = await openClientApp()
  const { provider, requested } = storedCredentials(program.callback)
  const client = () => new Client({ name: 'tests', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  const transport = (at: string | URL, through?: typeof globalThis.fetch) =>
    new StreamableHTTPClientTransport(new URL('/mcp/write', at), {
      authProvider: provider,
      ...(through ? { fetch: through } : {}),
    })
  const first = transport(demo().mcp_url)
  await expect(client().connect(first)).rejects.toThrow(/unauthorized/i)
  await allowRefunds(page, String(requested.at(-1)))
  await first.finishAuth(program.lastCall().searchParams)
  program.close()
  const second = client()
  const notified: string[] = []
  second.setNotificationHandler('notifications/resources/updated', ({ params }) => {
    notified.push(params.uri)
  })
  await second.connect(transport(base, fetch))
  const read = async (uri: string) => {
    const { contents } = await second.readResource({ uri }, { cacheMode: 'bypass' })
    return JSON.parse((contents[0] as { text: string }).text)
  }
  return { client: second, notified, read }
}
