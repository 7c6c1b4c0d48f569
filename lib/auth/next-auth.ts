import type { NextAuthOptions } from 'next-auth'
import { decode, encode, type JWT } from 'next-auth/jwt'
import CredentialsProvider from 'next-auth/providers/credentials'
import { fromOf } from '#lib/auth/address.ts'
import { noticeNewDevice } from '#lib/auth/device.ts'
import { endSession, findSession, LONGEST_SESSION } from '#lib/auth/sessions.ts'
import { signIn } from '#lib/auth/sign-in.ts'
import { env } from '#lib/process/env.ts'
import { log } from '#lib/process/log.ts'
import { keyRing } from './key-ring.ts'

/**
 * next-auth, made from the settings of this server. The token in the cookie carries the id of a session row and nothing
 * that could go stale; every request looks the row up (sessions.ts), so that ending it holds at once.
 */
export function authOptions(): NextAuthOptions {
  process.env.NEXTAUTH_URL = env().BASE_URL
  return {
    secret: sessionSecrets()[0],
    jwt: { decode: ({ token }) => decoded(token) },
    session: { strategy: 'jwt', maxAge: LONGEST_SESSION },
    useSecureCookies: overHttps(),
    pages: { signIn: '/login', signOut: '/login', error: '/login' },
    logger: {
      error: (code) => log().warn({ code }, 'next-auth reported an error.'),
      warn: () => {},
      debug: () => {},
    },
    providers: [
      interop(CredentialsProvider)({
        name: 'Email and password',
        credentials: { email: { type: 'email' }, password: { type: 'password' } },
        async authorize(given, request) {
          const headers = new Headers(request.headers as Record<string, string>)
          const outcome = await signIn(
            { email: given?.email ?? '', password: given?.password ?? '' },
            fromOf(headers),
          )
          if (outcome.ok) {
            await noticeNewDevice(outcome, fromOf(headers))
            return { id: outcome.user.id, sid: outcome.sessionId }
          }
          if (outcome.wait > 0) throw new Error(`Throttled-${outcome.wait}`)
          return null
        },
      }),
    ],
    callbacks: {
      jwt: ({ token, user }) => (user ? { sub: user.id, sid: (user as { sid?: string }).sid } : token),
      async session({ session, token }) {
        const found = await findSession(String(token.sid))
        if ('ended' in found || found.step_up) throw new Error('The session has ended.')
        return { ...session, user: { name: found.user.name, email: found.user.email } }
      },
    },
    events: {
      signOut: async ({ token }) => {
        if (typeof token?.sid === 'string') await endSession(token.sid)
      },
    },
  }
}

/** The cookie that a sign-in lives in: what next-auth itself would set. */
export async function sessionCookie(sessionId: string, userId: string) {
  const value = await encode({
    token: { sub: userId, sid: sessionId },
    secret: sessionSecrets()[0],
    maxAge: LONGEST_SESSION,
  })
  return {
    name: sessionCookieName(),
    value,
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: overHttps(),
    maxAge: LONGEST_SESSION,
  } as const
}

/** The cookie between the two steps of signing in. */
export const FIRST_STEP_COOKIE = 'counterfoil-sign-in'

export function sessionCookieName(): string {
  return `${overHttps() ? '__Secure-' : ''}next-auth.session-token`
}

/** The id of the session that a cookie names, or null when the cookie is not one of ours or too old. */
export async function sessionIdIn(cookie: string | undefined): Promise<string | null> {
  const token = await decoded(cookie)
  return typeof token?.sid === 'string' ? token.sid : null
}

async function decoded(token: string | undefined): Promise<JWT | null> {
  if (!token) return null
  for (const secret of sessionSecrets()) {
    const found = await decode({ token, secret }).catch(() => null)
    if (found) return found
  }
  return null
}

/** Whether cookies can be kept to encrypted connections. */
export function overHttps(): boolean {
  return env().BASE_URL.startsWith('https://')
}

/** The secret of new sessions, and those of sessions that still count. */
function sessionSecrets(): [string, ...string[]] {
  const [newest, ...earlier] = keyRing()
    .keysFor('staff sessions')
    .map((key) => Buffer.from(key).toString('hex'))
  return [newest ?? '', ...earlier]
}

/** A CommonJS default export arrives as itself from a bundler and wrapped from Node. */
function interop<T>(module: T): T {
  return (module as { default?: T }).default ?? module
}
