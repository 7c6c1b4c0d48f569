/**
 * Frequent calls of apps beside /v1, and the liveness probe, by their path: tools, and the tokens for them. The server runs
 * their routes before Next sees the request (lib/server/router.ts).
 */
export const SINGLE_ROUTES = {
  '/mcp': () => import('#app/mcp/route.ts'),
  '/mcp/write': () => import('#app/mcp/write/route.ts'),
  '/api/tool-endpoint': () => import('#app/api/tool-endpoint/route.ts'),
  '/token': () => import('#app/(oauth)/token/route.ts'),
  '/introspect': () => import('#app/(oauth)/introspect/route.ts'),
  '/revoke': () => import('#app/(oauth)/revoke/route.ts'),
  '/healthz': () => import('#app/healthz/route.ts'),
}
