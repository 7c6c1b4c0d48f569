import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

/** Who signs in at the provider next, without a page, and what the provider says of it. */
type Account = { sub: string; claims?: object; amr?: string[]; acr?: string }

type Options = {
  port?: number
  redirectUri: string
  clientId?: string
  clientSecret?: string
  /** The claims of an account; by default the subject is the email, and verified. */
  claimsOf?: (sub: string) => object
}

/**
 * An identity provider on this machine: a real OpenID Connect server, with one client. It signs in the account of
 * `next`; without one it asks for an email on a page.
 */
export async function openIdentityProvider(options: Options) {
  const { clientId = 'counterfoil', clientSecret = 'a secret of the client', redirectUri } = options
  const state: {
    next: Account | null
    /** Replaces the response of a path. */
    replace: ((path: string, response: ServerResponse) => boolean) | null
    requests: string[]
  } = { next: null, replace: null, requests: [] }
  const accounts = new Map<string, object>()
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const claimsOf = options.claimsOf ?? ((sub: string) => ({ email: sub, email_verified: true }))
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    jwks: {
      keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', kid: 'first' } as object],
    } as never,
    cookies: { keys: [randomBytes(16).toString('hex')] },
    claims: { openid: ['sub', 'acr', 'amr'], email: ['email', 'email_verified'], profile: ['name'] },
    acrValues: ['phr'],
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, sub) => ({
      accountId: sub,
      claims: async () => ({ sub, ...(accounts.get(sub) ?? claimsOf(sub)) }),
    }),
    // The client is the company's own, so there is no consent screen.
    async loadExistingGrant(context) {
      const { client, account, provider: own } = context.oidc
      const grant = new own.Grant({
        ...(client ? { clientId: client.clientId } : {}),
        ...(account ? { accountId: account.accountId } : {}),
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  provider.silent = true
  const handle = provider.callback()

  server.on('request', (request, response) => {
    const { pathname } = new URL(request.url ?? '/', issuer)
    state.requests.push(pathname)
    if (state.replace?.(pathname, response)) return
    if (pathname.startsWith('/interaction/')) void interact(request, response)
    else void handle(request, response)
  })

  /** A person has one subject, however they type their email; its claims are as they typed it. */
  function accountOf(email: string): Account {
    return { sub: email.toLowerCase(), claims: claimsOf(email) }
  }

  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const account = state.next ?? (request.method === 'POST' ? accountOf(await emailIn(request)) : null)
    if (!account) {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(SIGN_IN_PAGE)
      return
    }
    if (account.claims) accounts.set(account.sub, account.claims)
    const login = {
      accountId: account.sub,
      remember: false,
      ...(account.amr ? { amr: account.amr } : {}),
      ...(account.acr ? { acr: account.acr } : {}),
    }
    const result = account.sub === 'denied' ? { error: 'access_denied' } : { login }
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
  }

  return {
    issuer,
    clientId,
    clientSecret,
    state,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
export type IdentityProvider = Awaited<ReturnType<typeof openIdentityProvider>>

const SIGN_IN_PAGE = `<!doctype html><html lang="en"><title>Sign in to the company</title>
<form method="post"><label>Company email <input name="email" type="email" required></label> <button>Sign in to the company</button></form></html>`

async function emailIn(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return new URLSearchParams(text).get('email') ?? ''
}

/**
 * Follows a browser through the provider, from the URL of the authorization request to that of its response.
 * @returns the query of the response, with the question mark
 */
export async function throughProvider(url: string, redirectUri: string): Promise<string> {
  const jar = new Map<string, string>()
  for (let at = url; ; ) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(at, { redirect: 'manual', headers: cookie ? { cookie } : {} })
    await response.arrayBuffer()
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) throw new Error(`${at} responded ${response.status} without a redirect.`)
    at = new URL(location, at).href
    if (at.startsWith(redirectUri)) return new URL(at).search
  }
}
