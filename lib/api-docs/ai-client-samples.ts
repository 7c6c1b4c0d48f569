import { CLIENT_VERSIONS } from './client-versions.ts'

/** With its version: on an older Node, npx takes an older one with other options. */
const INSPECTOR = `@modelcontextprotocol/inspector@${CLIENT_VERSIONS['@modelcontextprotocol/inspector']}`

/**
 * The samples that connect AI clients and the apps of developers to the tools: settings and commands of clients, and code
 * for the libraries of the protocol. The code for Node runs in the tests of e2e/mcp, and in guide-samples.db.test.ts.
 */
export const AI_CLIENT_SAMPLES = {
  'mcp-config': {
    language: 'JSON',
    code: `{
  "mcpServers": {
    "counterfoil": { "type": "http", "url": "BASE_URL/mcp" }
  }
}`,
  },
  'connect-hosted': {
    language: 'URL',
    code: 'BASE_URL/mcp',
  },
  'connect-claude-code': {
    language: 'Shell',
    code: `claude mcp add --transport http counterfoil BASE_URL/mcp
claude mcp login counterfoil`,
  },
  'connect-codex': {
    language: 'Shell',
    code: 'codex mcp add counterfoil --url BASE_URL/mcp',
  },
  'connect-gemini-cli': {
    language: 'JSON',
    code: `{
  "mcpServers": {
    "counterfoil": { "httpUrl": "BASE_URL/mcp", "oauth": { "scopes": ["read_only"] } }
  }
}`,
  },
  'connect-grok': {
    language: 'Shell',
    code: 'grok mcp add --transport http counterfoil BASE_URL/mcp',
  },
  'connect-vscode': {
    language: 'Shell',
    code: `code --add-mcp '{"name":"counterfoil","type":"http","url":"BASE_URL/mcp"}'`,
  },
  'connect-cursor': {
    language: 'JSON',
    code: `{
  "mcpServers": {
    "counterfoil": { "url": "BASE_URL/mcp" }
  }
}`,
  },
  'connect-windsurf': {
    language: 'JSON',
    code: `{
  "mcpServers": {
    "counterfoil": { "serverUrl": "BASE_URL/mcp" }
  }
}`,
  },
  'connect-cline': {
    language: 'JSON',
    code: `{
  "mcpServers": {
    "counterfoil": { "type": "streamableHttp", "url": "BASE_URL/mcp" }
  }
}`,
  },
  'connect-opencode': {
    language: 'JSON',
    code: `{
  "$schema": "https://opencode.ai/config.json",
  "mcp": {
    "counterfoil": { "type": "remote", "url": "BASE_URL/mcp", "enabled": true }
  }
}`,
  },
  'connect-zed': {
    language: 'JSON',
    code: `{
  "context_servers": {
    "counterfoil": { "url": "BASE_URL/mcp" }
  }
}`,
  },
  'connect-goose': {
    language: 'YAML',
    code: `extensions:
  counterfoil:
    name: counterfoil
    type: streamable_http
    uri: BASE_URL/mcp
    enabled: true
    timeout: 300`,
  },
  'connect-mcp-remote': {
    language: 'JSON',
    code: `{
  "mcpServers": {
    "counterfoil": { "command": "npx", "args": ["-y", "mcp-remote", "BASE_URL/mcp"] }
  }
}`,
  },
  'connect-inspector': {
    language: 'Shell',
    code: `npx -y ${INSPECTOR} --transport http --server-url BASE_URL/mcp`,
  },
  'every-claude-code': {
    language: 'Shell',
    code: `claude mcp add --transport http counterfoil BASE_URL/mcp/write
claude mcp login counterfoil`,
  },
  'every-codex': {
    language: 'Shell',
    code: 'codex mcp add counterfoil --url BASE_URL/mcp/write',
  },
  'every-opencode': {
    language: 'JSON',
    code: `{
  "$schema": "https://opencode.ai/config.json",
  "mcp": {
    "counterfoil": { "type": "remote", "url": "BASE_URL/mcp/write", "enabled": true }
  }
}`,
  },
  'every-cursor': {
    language: 'JSON',
    code: `{
  "mcpServers": {
    "counterfoil": { "url": "BASE_URL/mcp/write" }
  }
}`,
  },
  'every-vscode': {
    language: 'Shell',
    code: `code --add-mcp '{"name":"counterfoil","type":"http","url":"BASE_URL/mcp/write"}'`,
  },
  'write-ai-sdk': {
    language: 'Node',
    code: `import { auth, createMCPClient } from '@ai-sdk/mcp'

export async function toolsOf(authProvider) {
  const transport = { type: 'http', url: 'BASE_URL/mcp/write', authProvider }
  const client = await createMCPClient({ transport })
  return client.tools()
}

/** @param back the query parameters of the redirect */
export function finish(authProvider, back) {
  return auth(authProvider, {
    serverUrl: 'BASE_URL/mcp/write',
    authorizationCode: back.get('code'),
    callbackIssuer: back.get('iss'),
  })
}`,
  },
  'write-langchain': {
    language: 'Node',
    code: `import { MultiServerMCPClient } from '@langchain/mcp-adapters'
import { auth } from '@modelcontextprotocol/sdk/client/auth.js'

export async function toolsOf(authProvider) {
  const counterfoil = { url: 'BASE_URL/mcp/write', authProvider, automaticSSEFallback: false }
  const client = new MultiServerMCPClient({ mcpServers: { counterfoil } })
  return client.getTools()
}

/** @param back the query parameters of the redirect */
export function finish(authProvider, back) {
  return auth(authProvider, { serverUrl: 'BASE_URL/mcp/write', authorizationCode: back.get('code') })
}`,
  },
  'write-mastra': {
    language: 'Node',
    code: `import { MCPClient, MCPOAuthClientProvider } from '@mastra/mcp'

/** @param open shows the person the URL, for example in their browser */
export async function toolsOf(clientId, redirectUrl, open) {
  const authProvider = new MCPOAuthClientProvider({
    redirectUrl,
    clientInformation: { client_id: clientId },
    clientMetadata: { redirect_uris: [redirectUrl], grant_types: ['authorization_code', 'refresh_token'] },
    onRedirectToAuthorization: open,
  })
  const counterfoil = { url: new URL('BASE_URL/mcp/write'), authProvider }
  const client = new MCPClient({ servers: { counterfoil } })
  await client.authenticate('counterfoil')
  return client.listTools()
}`,
  },
  'auth-provider': {
    language: 'Node',
    code: `/**
 * @param open shows the person a URL, for example in their browser
 * @param stored what is kept of the connection: store it where it outlives your app, and secretly
 */
export function authProviderOf(redirectUrl, open, stored = {}) {
  const save = (name) => (value) => {
    stored[name] = value
  }
  return {
    redirectUrl,
    clientMetadata: {
      client_name: 'My app',
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    clientInformation: () => stored.client,
    saveClientInformation: save('client'),
    tokens: () => stored.tokens,
    saveTokens: save('tokens'),
    codeVerifier: () => stored.verifier,
    saveCodeVerifier: save('verifier'),
    discoveryState: () => stored.discovery,
    saveDiscoveryState: save('discovery'),
    invalidateCredentials(which) {
      for (const name of which === 'all' ? Object.keys(stored) : [which]) delete stored[name]
    },
    redirectToAuthorization: open,
  }
}`,
  },
  'program-client': {
    language: 'Node',
    code: `import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

const transportOf = (authProvider) =>
  new StreamableHTTPClientTransport(new URL('BASE_URL/mcp'), { authProvider })

export async function toolsOf(authProvider) {
  const client = new Client({ name: 'my-app', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
  await client.connect(transportOf(authProvider))
  const { tools } = await client.listTools()
  return tools
}

/** @param back the query parameters of the redirect */
export function finish(authProvider, back) {
  return transportOf(authProvider).finishAuth(back)
}`,
  },
  'program-sdk': {
    language: 'Node',
    code: `import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

const transportOf = (authProvider) =>
  new StreamableHTTPClientTransport(new URL('BASE_URL/mcp'), { authProvider })

export async function toolsOf(authProvider) {
  const client = new Client({ name: 'my-app', version: '1.0.0' })
  await client.connect(transportOf(authProvider))
  const { tools } = await client.listTools()
  return tools
}

/** @param back the query parameters of the redirect */
export function finish(authProvider, back) {
  return transportOf(authProvider).finishAuth(back.get('code'))
}`,
  },
  'tool-endpoint-curl': {
    language: 'curl',
    code: `curl "BASE_URL/api/tool-endpoint?tool=fetch_all_payments&count=3" \\
  -H "Authorization: Bearer $COUNTERFOIL_TOKEN"`,
  },
} as const satisfies Record<string, { language: string; code: string }>
