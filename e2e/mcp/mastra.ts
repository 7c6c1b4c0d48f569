import { noopObserve } from '@mastra/core/tools'
import { MCPClient, MCPOAuthClientProvider } from '@mastra/mcp'
import { expect, type Page } from '@playwright/test'
import { INVALID_TOKEN, type Library, structured, type Value } from '#e2e/mcp/library.ts'
import { openAs } from '#e2e/ui/as-staff.ts'
import { unique } from '#e2e/ui/payments/make.ts'
import { freePort } from '#scripts/postgres/postmaster.ts'

/**
 * Mastra's client with its own OAuth provider, which opens the port of the redirect URI itself. It doesn't register, so an
 * owner registers a public client, as the guide says.
 */
export async function openMastra(page: Page, endpoint: string): Promise<Library> {
  const redirectUrl = `http://127.0.0.1:${await freePort()}/oauth/callback`
  const client_id = await registerPublicClient(page, redirectUrl)
  const storage = new Map<string, string>()
  const requested: URL[] = []
  let redirect: (url: URL) => void = () => undefined
  const authProvider = new MCPOAuthClientProvider({
    redirectUrl,
    clientInformation: { client_id },
    clientMetadata: {
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    },
    storage: {
      get: (name) => storage.get(name),
      set(name, value) {
        storage.set(name, value)
      },
      delete(name) {
        storage.delete(name)
      },
    },
    onRedirectToAuthorization(url) {
      requested.push(url)
      redirect(url)
    },
  })
  const tokens = () => JSON.parse(storage.get('tokens') ?? '{}')
  return {
    async connect(consent) {
      const client = new MCPClient({ servers: { counterfoil: { url: new URL(endpoint), authProvider } } })
      // Its connection times out after three seconds, so it doesn't wait for the person here.
      const refused = new Promise<never>((_, reject) => {
        redirect = (url) => consent(String(url)).catch(reject)
      })
      // Asks a person only if the stored tokens can't be used or refreshed.
      await Promise.race([refused, client.authenticate('counterfoil', { timeoutMs: 60_000 })])
      const tools = await client.listTools()
      return {
        names: async () => Object.keys(tools).map((name) => name.replace(/^counterfoil_/, '')),
        async call(tool, args) {
          // The structured content alone, or the whole result where it has none, such as an error.
          const result = (await tools[`counterfoil_${tool}`]?.execute?.(args, {
            observe: noopObserve,
          })) as Value
          return 'isError' in result ? structured(result) : result
        },
        close: () => client.disconnect(),
      }
    },
    requestCount: () => requested.length,
    tokens,
    clientId: () => client_id,
    expire() {
      for (const [name, value] of storage)
        if (/^tokens(:|$)/.test(name))
          storage.set(name, JSON.stringify({ ...JSON.parse(value), access_token: INVALID_TOKEN }))
    },
    dispose: () => storage.clear(),
  }
}

/** @returns the ID of the client */
async function registerPublicClient(page: Page, redirectUri: string): Promise<string> {
  const name = unique('Mastra')
  await openAs(page, 'owner', '/connected-apps/clients/new')
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Redirect URIs').fill(redirectUri)
  await page.getByRole('radio', { name: /^Public/ }).check()
  await page.getByRole('button', { name: 'Register client' }).press('Enter')
  await expect(page.getByRole('heading', { name: `${name} is registered` })).toBeVisible()
  const href = await page.getByRole('link', { name: 'View client' }).getAttribute('href')
  return href?.split('/').at(-1) ?? ''
}
