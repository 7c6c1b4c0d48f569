import { type Agent, fetch, type RequestInit } from 'undici'
import { takeByNetwork } from '#lib/auth/limits.ts'
import { ClientDocument } from '#lib/oauth/registration-schema.ts'
import { env } from '#lib/process/env.ts'
import { isNotPublic, publicAgent } from '#lib/webhooks/connect.ts'

/** Whether apps may identify themselves by a document. The metadata says so: apps that have one then don't register. */
export function takesDocuments(): boolean {
  const { OAUTH_REGISTRATION, OAUTH_CLIENT_DOCUMENTS } = env()
  return OAUTH_REGISTRATION === 'open' && OAUTH_CLIENT_DOCUMENTS === 'open'
}

/**
 * Whether the document of a client may be fetched: documents are taken, the id has a path, the caller asks seldom.
 * @param address of the caller; undefined on the screen of a request that was let in already, which counts no caller
 */
export async function mayFetchDocument(id: string, address: string | undefined): Promise<boolean> {
  if (!takesDocuments()) return false
  const url = URL.parse(id)
  if (!url || url.pathname === '/' || id.length > 500) return false
  if (address === undefined) return true
  // Each new id costs a request to another server, so each network gets few.
  return takeByNetwork('oauth_document', address) === 0
}

/** The largest document or key set, in bytes. */
export const METADATA_BYTES = 32_768
/** For how long the keys of an app are reused, in milliseconds, and those of how many apps. */
const KEYS_LAST = 60_000
const MOST_KEY_SETS = 200

/**
 * Fetches for the engine, from public addresses alone: the look-up of the connection itself is checked, before
 * anything is sent. The engine limits the time; redirects are not followed. A client metadata document is returned with
 * what this server uses of it, and key sets are reused for a minute.
 * @throws when the document cannot be used
 */
export async function fetchPublic(url: string | URL, options: object): Promise<Response> {
  const address = String(url)
  const known = keySets.get(address)
  if (known && known.until > Date.now()) return Response.json(known.keys)
  globals.counterfoilDocumentAgent ??= publicAgent(env().WEBHOOK_ALLOWED_NETWORKS)
  const dispatcher = globals.counterfoilDocumentAgent
  const response = await reached(url, { ...options, redirect: 'manual', dispatcher })
  if (response.status !== 200) return response
  const body = await jsonIn(response)
  const { headers } = response
  if (!isDocument(body)) {
    if (isKeySet(body)) keep(address, body)
    return Response.json(body, { headers: caching(headers) })
  }
  if (body.client_id !== address) throw new Error('The document names another client_id than its URL.')
  return Response.json(ClientDocument.parse(body), { headers: caching(headers) })
}

async function reached(url: string | URL, options: RequestInit): Promise<Response> {
  try {
    // undici's own Response is the global one, which its types do not say.
    return (await fetch(url, options)) as unknown as Response
  } catch (cause) {
    throw isNotPublic(cause) ? cause : new Unreachable(`${url} could not be reached.`, { cause })
  }
}

/** No connection came about, as on a server without outbound internet. */
class Unreachable extends Error {}

/** What stops a client whose ID is a URL, beside its document. */
export type DocumentObstacle = 'unregistered' | 'closed' | 'unreachable' | null

/** @param error of the engine */
export function documentObstacle(error: unknown): DocumentObstacle {
  if (env().OAUTH_REGISTRATION === 'closed') return 'unregistered'
  if (!takesDocuments()) return 'closed'
  return error instanceof Error && error.cause instanceof Unreachable ? 'unreachable' : null
}

const globals = globalThis as { counterfoilDocumentAgent?: Agent }
const keySets = new Map<string, { keys: object; until: number }>()

function keep(address: string, keys: object): void {
  const [oldest] = keySets.keys()
  if (keySets.size >= MOST_KEY_SETS && oldest !== undefined) keySets.delete(oldest)
  keySets.delete(address)
  keySets.set(address, { keys, until: Date.now() + KEYS_LAST })
}

/** Forgets the keys of every app. For tests. */
export function forgetKeys(): void {
  keySets.clear()
}

async function jsonIn(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let size = 0
  // A body can be iterated in Node, which the types of the DOM do not say.
  for await (const chunk of (response.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > METADATA_BYTES) throw new Error(`The response is larger than ${METADATA_BYTES} bytes.`)
    chunks.push(chunk)
  }
  return JSON.parse(Buffer.concat(chunks).toString())
}

function isDocument(body: unknown): body is { client_id: unknown } {
  return typeof body === 'object' && body !== null && 'client_id' in body
}

function isKeySet(body: unknown): body is { keys: unknown[] } {
  return typeof body === 'object' && body !== null && 'keys' in body && Array.isArray(body.keys)
}

/** How long the engine may reuse a document. */
function caching(headers: Headers): Record<string, string> {
  const stored = ['cache-control', 'expires'].map((name) => [name, headers.get(name)] as const)
  return Object.fromEntries(stored.filter((pair): pair is [string, string] => pair[1] !== null))
}
