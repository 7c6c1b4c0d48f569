import { type Agent, fetch } from 'undici'
import { takeByNetwork } from '#lib/auth/limits.ts'
import { env } from '#lib/env.ts'
import { Described } from '#lib/oauth/registration-schema.ts'
import { publicAgent } from '#lib/webhooks/connect.ts'

/**
 * Whether the document of a client may be fetched: registration is open, the id has a path, the caller asks seldom.
 * @param address of the caller; undefined on the screen of a request that was let in already, which counts no caller
 */
export async function mayFetchDocument(id: string, address: string | undefined): Promise<boolean> {
  if (env().OAUTH_REGISTRATION === 'closed') return false
  const url = URL.parse(id)
  if (!url || url.pathname === '/' || id.length > 500) return false
  if (address === undefined) return true
  // Each new id costs a request to another server, so each network gets few.
  return takeByNetwork('oauth_document', address) === 0
}

/** Whether the metadata in a document would be valid as a registration. */
export function isFitDocument(metadata: object): boolean {
  return Described.safeParse(metadata).success
}

/**
 * Fetches for the engine, from public addresses alone: the look-up of the connection itself is checked, before
 * anything is sent. The engine sets the limits of time and size; redirects are not followed.
 */
export function fetchPublic(url: string | URL, options: object): Promise<Response> {
  held.counterfoilDocumentAgent ??= publicAgent(env().WEBHOOK_ALLOWED_NETWORKS)
  const dispatcher = held.counterfoilDocumentAgent
  // undici's own Response is the global one, which its types do not say.
  return fetch(url, { ...options, redirect: 'manual', dispatcher }) as unknown as Promise<Response>
}
const held = globalThis as { counterfoilDocumentAgent?: Agent }
