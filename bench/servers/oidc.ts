/**
 * The authorization engine with its store in memory: no hash, no database. What the product's token endpoint costs
 * beyond it is the product's own.
 */
import type { AdapterPayload } from 'oidc-provider'
import { serveEngine } from '#bench/servers/engine.ts'

/** The engine's own store in memory forgets all but the last thousand things. */
const stored = new Map<string, AdapterPayload>()

await serveEngine((kind) => {
  const key = (id: string) => `${kind} ${id}`
  return {
    upsert: async (id, payload) => void stored.set(key(id), payload),
    find: async (id) => stored.get(key(id)),
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
    consume: async (id) => void Object.assign(stored.get(key(id)) ?? {}, { consumed: true }),
    destroy: async (id) => void stored.delete(key(id)),
    revokeByGrantId: async () => {},
  }
})
