import { createHash } from 'node:crypto'
import type Provider from 'oidc-provider'

/** The one verifier of PKCE of the bench, and the client and the address that all its codes are for. */
export const VERIFIER = 'bench'.repeat(9)
export const CLIENT_ID = 'client_bench'
export const CALLBACK = 'https://client.example/callback'
export const CLIENT = {
  client_id: CLIENT_ID,
  client_name: 'Bench',
  redirect_uris: [CALLBACK],
  grant_types: ['authorization_code'],
  response_types: ['code' as const],
  token_endpoint_auth_method: 'none' as const,
}

/** The codes of an engine: for an account, with granted scopes. */
export type Granted = { accountId: string; grantId: string; resource: string; scope: string }

/** A grant as the engine keeps it. @returns its id */
export async function makeGrant(engine: Provider, granted: Omit<Granted, 'grantId'>): Promise<string> {
  const grant = new engine.Grant({ accountId: granted.accountId, clientId: CLIENT_ID })
  grant.addOIDCScope(granted.scope)
  grant.addResourceScope(granted.resource, granted.scope)
  return grant.save()
}

/** Codes as they come of a consent, so many at a time. */
export async function makeCodes(engine: Provider, granted: Granted, count: number): Promise<string[]> {
  const client = await engine.Client.find(CLIENT_ID)
  if (!client) throw new Error('The engine does not know the client of the bench.')
  const one = () =>
    new engine.AuthorizationCode({
      ...granted,
      client,
      redirectUri: CALLBACK,
      codeChallenge: createHash('sha256').update(VERIFIER).digest('base64url'),
      codeChallengeMethod: 'S256',
      gty: 'authorization_code',
    } as ConstructorParameters<typeof engine.AuthorizationCode>[0]).save()
  const codes: string[] = []
  while (codes.length < count)
    codes.push(...(await Promise.all(Array.from({ length: Math.min(50, count - codes.length) }, one))))
  return codes
}
