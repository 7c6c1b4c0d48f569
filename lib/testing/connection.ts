import { bearerOf } from '#lib/oauth/bearer.ts'
import { type Authorization, CALLBACK, pkce } from '#lib/testing/authorization.ts'
import type { Instance } from '#lib/testing/instance.ts'

const now = () => Math.floor(Date.now() / 1000)
/** Whom a token acts for by now, or null. */
export const bearer = (instance: Instance, token: string) => bearerOf(instance.runtime.query, token, now())

/** A public client that was let, up to its tokens. */
export async function connected(
  server: Authorization,
  scope: string,
  more: Record<string, string> = {},
  client?: { client_id: string },
) {
  const { client_id } = client ?? (await server.register()).body
  const { code_verifier, challenge } = pkce()
  const actor = await server.person()
  const back = await server.decide(
    { client_id, redirect_uri: CALLBACK, response_type: 'code', scope, state: 'st', ...challenge, ...more },
    actor,
  )
  const code = back.searchParams.get('code') ?? ''
  const redeem = () =>
    server.form('/token', {
      grant_type: 'authorization_code',
      client_id,
      code,
      redirect_uri: CALLBACK,
      code_verifier,
    })
  return { client_id, actor, back, code, code_verifier, redeem }
}
