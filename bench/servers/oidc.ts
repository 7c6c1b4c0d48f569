/**
 * The authorization engine alone: its own server, its store in memory, no hash, no database, nobody asked. What the
 * product's token endpoint costs beyond it is the product's own.
 */
import Provider, { type Adapter, type AdapterPayload } from 'oidc-provider'
import { serve } from '#bench/servers/child.ts'
import { CLIENT, type Granted, makeCodes, makeGrant } from '#bench/servers/codes.ts'
import { env } from '#lib/env.ts'

const issuer = env().BASE_URL
const resource = `${issuer}/mcp`
const scope = 'read_only'
/** The engine's own store in memory forgets all but the last thousand things. */
function store(kind: string): Adapter {
  const key = (id: string) => `${kind} ${id}`
  return {
    upsert: async (id, payload) => void kept.set(key(id), payload),
    find: async (id) => kept.get(key(id)),
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
    consume: async (id) => void Object.assign(kept.get(key(id)) ?? {}, { consumed: true }),
    destroy: async (id) => void kept.delete(key(id)),
    revokeByGrantId: async () => {},
  }
}
const kept = new Map<string, AdapterPayload>()

const engine = new Provider(issuer, {
  adapter: store,
  clients: [CLIENT],
  scopes: [scope],
  routes: { token: '/token' },
  findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
  features: {
    devInteractions: { enabled: false },
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
const answer = engine.callback()

await serve((request, response) => {
  const count = /^\/bench\/codes\?count=(\d+)$/.exec(request.url ?? '')?.[1]
  if (count === undefined) return answer(request, response)
  makeCodes(engine, { ...granted, grantId } satisfies Granted, Number(count)).then(
    (codes) => response.end(JSON.stringify(codes)),
    (error: unknown) => {
      console.error(error)
      response.writeHead(500).end()
    },
  )
})
