import Provider, { type Adapter } from 'oidc-provider'
import { serve } from '#bench/servers/child.ts'
import { CLIENT, type Granted, makeCodes, makeGrant } from '#bench/servers/codes.ts'
import { env } from '#lib/process/env.ts'

/**
 * Serves the authorization engine alone: its own server, one configured client, no consent, and the given store. It
 * offers the same as the product: codes, refresh tokens, introspection, one resource.
 */
export async function serveEngine(store: (kind: string) => Adapter): Promise<void> {
  const issuer = env().BASE_URL
  const resource = `${issuer}/mcp`
  const scope = 'read_only'
  const engine = new Provider(issuer, {
    adapter: store,
    clients: [CLIENT],
    scopes: [scope],
    routes: { token: '/token', introspection: '/introspect' },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    issueRefreshToken: (_, client) => client.grantTypeAllowed('refresh_token'),
    features: {
      devInteractions: { enabled: false },
      introspection: {
        enabled: true,
        allowedPolicy: (_, client, token) => token.clientId === client.clientId,
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({ scope, audience: resource, accessTokenFormat: 'opaque' }),
      },
    },
    ttl: { AccessToken: 3600, AuthorizationCode: 60, Grant: 86_400 },
  })
  engine.proxy = false
  const granted = { accountId: 'usr_bench', resource, scope }
  const grantId = await makeGrant(engine, granted)
  const reply = engine.callback()

  await serve((request, response) => {
    const count = /^\/bench\/codes\?count=(\d+)$/.exec(request.url ?? '')?.[1]
    if (count === undefined) return reply(request, response)
    makeCodes(engine, { ...granted, grantId } satisfies Granted, Number(count)).then(
      (codes) => response.end(JSON.stringify(codes)),
      (error: unknown) => {
        console.error(error)
        response.writeHead(500).end()
      },
    )
  })
}
