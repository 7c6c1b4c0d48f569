import { errors } from 'oidc-provider'
import { rowsOf } from '#lib/database/query.ts'
import { connectApp, recordDecision } from '#lib/domain/connected-apps/connect.ts'
import { knownScopes } from '#lib/domain/connected-apps/schema/app-scopes.ts'
import { GRANT_LASTS, provider } from '#lib/oauth/provider.ts'
import { toolResource, writeResource } from '#lib/oauth/resource.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import { runtime } from '#lib/runtime.ts'
import { plainClientName } from '#lib/values/client-name.ts'
import { newId } from '#lib/values/id.ts'
import type { ScopeName } from '#lib/values/permissions.ts'
import { isLoopback, isOwnScheme, redirectHostOf } from '#lib/values/redirect-uri.ts'

export type ConsentRequest = {
  uid: string
  client: {
    id: string
    /** The name that the app gives itself. */
    name: string
    origin: 'dynamic' | 'manual' | 'document'
    uri: string | null
    /** When it registered, in Unix seconds; null for one whose id is the address of its metadata. */
    registeredAt: number | null
  }
  redirectUri: string
  /** Where the person is sent back to: host and port, or the scheme of an app on their machine. */
  redirectHost: string
  /** How the redirect URI leads to an app on the person's own device; null when it leads to the internet. */
  device: 'loopback' | 'scheme' | null
  scopes: ScopeName[]
  mayRefresh: boolean
}

/** The request that a consent screen is about, or null when there is none any more. */
export async function consentRequestOf(uid: string): Promise<ConsentRequest | null> {
  const interaction = /^[\w-]{20,64}$/.test(uid) ? await provider().Interaction.find(uid) : undefined
  if (!interaction || interaction.result) return null
  const { client_id, redirect_uri, scope } = interaction.params as Record<string, string | undefined>
  const client = client_id === undefined ? undefined : await clientOf(client_id)
  if (!client || redirect_uri === undefined) return null
  const redirectHost = redirectHostOf(redirect_uri)
  const row = await runtime().prisma.oauth_clients.findUnique({
    where: { id: client.clientId },
    select: { origin: true, created_at: true },
  })
  const known = row && row.origin !== 'document'
  return {
    uid,
    client: {
      id: client.clientId,
      name: plainClientName(client.clientName ?? client.clientId),
      origin: known ? (row.origin as 'dynamic' | 'manual') : 'document',
      uri: client.clientUri ?? null,
      registeredAt: known ? Number(row.created_at) : null,
    },
    redirectUri: redirect_uri,
    redirectHost,
    device: isLoopback(redirectHost) ? 'loopback' : isOwnScheme(redirectHost) ? 'scheme' : null,
    scopes: knownScopes(scope),
    mayRefresh: client.grantTypeAllowed('refresh_token'),
  }
}

/** The client, unless its document is not there any more or is not fit any more. */
async function clientOf(id: string) {
  try {
    return await provider().Client.find(id)
  } catch (thrown) {
    if (thrown instanceof errors.OIDCProviderError) return undefined
    throw thrown
  }
}

export type Decision = {
  scopes: ScopeName[]
  /** In minor units; they count where something of it moves money. */
  limitPerCall: number | null
  limitPerDay: number | null
  /** For how many seconds; as long as a grant can last when it is not said. */
  lasts?: number
  /** The connections that end once the app has redeemed its code. */
  replaces?: string[]
  /** The person has just given their password again, which what moves money takes. */
  confirmed?: boolean
  /** The sign-in that it is taken in: one that has ended meanwhile lets nothing. */
  session?: string
  /** The IP address that it comes from, for the audit line. */
  ip?: string | null
}

/**
 * Lets the app act for the person in their account, and says where to go on.
 * @throws AppError when the merchant does not allow it
 */
export async function allow(
  consentRequest: ConsentRequest,
  actor: Actor,
  decision: Decision,
): Promise<string> {
  const interaction = await provider().Interaction.find(consentRequest.uid)
  if (!interaction) throw new Error('This request was already decided or has expired.')
  const lasts = Math.min(decision.lasts ?? GRANT_LASTS, GRANT_LASTS)
  // Once its time is over the engine refreshes nothing of it, either.
  const engine = new (provider().Grant)({
    accountId: actor.id,
    clientId: consentRequest.client.id,
    ...({ expiresIn: lasts } as object),
  })
  engine.addOIDCScope(decision.scopes.join(' '))
  for (const resource of [toolResource(), writeResource()])
    engine.addResourceScope(resource, decision.scopes.join(' '))
  // Until it is on record below, nothing that comes of it is good for anything.
  const grantId = await engine.save()
  const system = runtime()
  const now = Math.floor(system.clock() / 1000)
  const { id, name, origin } = consentRequest.client
  const input = {
    id: grantId,
    client: { id, name, origin },
    scopes: decision.scopes,
    limit_per_call: decision.limitPerCall,
    limit_per_day: decision.limitPerDay,
    redirect_host: consentRequest.redirectHost,
    expires_at: now + lasts,
    replaces: decision.replaces ?? [],
    request: consentRequest.uid,
    session: decision.session,
  }
  try {
    await execute(system, connectApp, actor, input, {
      requestId: newId('request', system.clock()),
      ip: decision.ip,
      confirmed: decision.confirmed ?? false,
    })
  } catch (thrown) {
    await engine.destroy()
    const response = await provider().Interaction.find(consentRequest.uid)
    // Another decision on the same request came first: that one counts.
    if (!response?.result) throw thrown
  }
  return interaction.returnTo
}

/** Denies the request, unless another decision came first. @returns the URL back to the app */
export async function denyConsent(consentRequest: ConsentRequest): Promise<string> {
  const interaction = await provider().Interaction.find(consentRequest.uid)
  if (!interaction) throw new Error('This request was already decided or has expired.')
  const { query } = runtime()
  await recordDecision(rowsOf(query), consentRequest.uid, {
    error: 'access_denied',
    error_description: 'The user denied the request.',
  })
  return interaction.returnTo
}
