import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { consentRequestOf } from '#lib/oauth/consent.ts'
import { type Authorization, CALLBACK, openAuthorization, pkce } from '#lib/testing/authorization.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { randomText } from '#lib/values/random-text.ts'

/** The document at app.example, which is no real host. */
const documents = new Map<string, () => Response>()
vi.mock('undici', async (original) => {
  const undici = await original<typeof import('undici')>()
  const fetch = (url: string, options: object) => documents.get(String(url))?.() ?? undici.fetch(url, options)
  return { ...undici, fetch }
})

let instance: Instance
let server: Authorization
beforeAll(async () => {
  instance = await openInstance()
  server = await openAuthorization(instance)
})
afterAll(() => instance.close())

let id: string
let fetches: number
beforeEach(() => {
  id = `https://app.example/${randomText(8)}/client.json`
  fetches = 0
  const body = {
    client_id: id,
    client_name: 'A Described Program',
    redirect_uris: [CALLBACK],
    token_endpoint_auth_method: 'none',
  }
  documents.set(id, () => {
    fetches += 1
    return Response.json(body)
  })
})

/** As after half a minute without a request: the engine's cache of documents is empty. */
function forgetDocuments(): void {
  delete (globalThis as { counterfoilProvider?: unknown }).counterfoilProvider
}

const request = () => ({
  client_id: id,
  redirect_uri: CALLBACK,
  response_type: 'code',
  ...pkce().challenge,
})

it('is asked for again on each look at the screen that comes after it was forgotten', async () => {
  const { uid } = await server.authorize(request())
  for (const look of [2, 3]) {
    forgetDocuments()
    expect(await consentRequestOf(uid ?? '')).toMatchObject({
      client: { id, name: 'A Described Program', origin: 'document' },
      scopes: ['read_only'],
    })
    expect(fetches).toBe(look)
  }
})

it('leaves nothing to decide when it is gone meanwhile, or is not fit any more', async () => {
  const { uid } = await server.authorize(request())
  forgetDocuments()
  documents.set(id, () => new Response(null, { status: 404 }))
  expect(await consentRequestOf(uid ?? '')).toBeNull()
  documents.set(id, () => Response.json({ client_id: id, client_name: '', redirect_uris: [CALLBACK] }))
  expect(await consentRequestOf(uid ?? '')).toBeNull()
})

it('is fetched once when a person is sent to be asked without a scope', async () => {
  const { uid } = await server.authorize(request())
  expect(uid).toBeDefined()
  expect(fetches).toBe(1)
})
