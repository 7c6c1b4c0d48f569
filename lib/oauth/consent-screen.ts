import { createHmac, timingSafeEqual } from 'node:crypto'
import type { SignedIn } from '#lib/auth/staff.ts'
import { env } from '#lib/env.ts'
import type { Asked } from '#lib/oauth/consent.ts'
import { grantableScopes, movesMoney, SCOPE_NAMES, SCOPES, type ScopeName } from '#lib/oauth/scopes.ts'
import { masterKeyOf } from '#lib/runtime.ts'
import { derivedKey } from '#lib/secrets.ts'

/** What can be granted now: what moves money waits for the approvals that belong to it. */
export function offeredScopes(asked: Asked, permissions: SignedIn['actor']['permissions']): ScopeName[] {
  const own = grantableScopes(permissions)
  return asked.scopes.filter((name) => own.includes(name) && !movesMoney(name))
}

/** What the screen says, from what is asked and who is signed in. */
export function screenOf(asked: Asked, { actor, session, membership }: SignedIn) {
  const offered = offeredScopes(asked, actor.permissions)
  const group = (title: string, kind: 'see' | 'change') => ({
    title,
    scopes: offered
      .filter((name) => SCOPES[name].kind === kind)
      .map((name) => ({ name, can: SCOPES[name].can, ticked: true })),
  })
  return {
    clientName: asked.client.name,
    origin: originOf(asked),
    clientUri: asked.client.uri,
    redirectHost: asked.redirectHost,
    loopback: asked.loopback,
    person: actor.name,
    accounts: session.memberships.map(({ account }) => ({
      id: account.id,
      merchant: account.merchant_name,
      mode: account.mode,
      chosen: account.id === membership.account.id,
    })),
    groups: [group('It can see', 'see'), group('It can change', 'change')].filter(
      ({ scopes }) => scopes.length > 0,
    ),
    cannot: SCOPE_NAMES.filter((name) => !offered.includes(name)).map((name) => SCOPES[name].cannot),
    token: consentToken(asked.uid, session.id),
  }
}

function originOf({ client }: Asked): string {
  if (client.origin === 'manual') return 'It was registered here by hand.'
  if (client.origin === 'document') return `It is described at ${client.id}; nobody here has checked it.`
  return `It registered itself ${ago(client.registeredAt ?? 0)}; nobody here has checked who made it.`
}

function ago(at: number): string {
  const minutes = Math.max(0, Math.round((Date.now() / 1000 - at) / 60))
  if (minutes < 2) return 'a moment ago'
  if (minutes < 120) return `${minutes} minutes ago`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} hours ago` : `${Math.round(hours / 24)} days ago`
}

/** Ties a form to the sign-in that opened it. */
function consentToken(uid: string, sessionId: string): string {
  return createHmac('sha256', derivedKey(masterKeyOf(env()), 'consent'))
    .update(`${uid} ${sessionId}`)
    .digest('base64url')
}

export function isConsentToken(token: string, uid: string, sessionId: string): boolean {
  const [given, right] = [Buffer.from(token), Buffer.from(consentToken(uid, sessionId))]
  return given.length === right.length && timingSafeEqual(given, right)
}

/** No script at all, no frame, and forms that lead here and then to the program, since browsers count where they end. */
export function consentPolicy(nonce: string, redirectUri: string): string {
  const url = new URL(redirectUri)
  const back = url.host === '' ? url.protocol : url.origin
  return `default-src 'none'; script-src 'none'; style-src 'nonce-${nonce}'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self' ${back}; frame-ancestors 'none'`
}
