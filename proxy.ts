import { type NextRequest, NextResponse } from 'next/server'
import { ADDRESS_HEADER } from '#lib/auth/address.ts'
import { waitForPage } from '#lib/auth/public-pages.ts'
import { env } from '#lib/process/env.ts'
import {
  DEFAULT_LANGUAGE,
  isLanguage,
  isTranslated,
  LANGUAGE_COOKIE,
  LANGUAGE_HEADER,
  LANGUAGE_PARAM,
  type Language,
  preferredLanguage,
} from '#lib/values/language.ts'
import { objectPath } from '#lib/values/object-path.ts'

/** Ids typed after the host lead to their objects; every page gets a policy that only its own scripts pass. */
export function proxy(request: NextRequest): NextResponse {
  const { pathname, search } = request.nextUrl
  const hasSession = request.cookies.getAll().some(({ name }) => SESSION_COOKIE.test(name))
  const wait = waitForPage(pathname, request.headers.get(ADDRESS_HEADER), hasSession)
  if (wait > 0) return tooMany(wait)
  const object = objectPath(pathname.slice(1))
  if (object) return NextResponse.redirect(new URL(object, request.url))
  const chosen = request.nextUrl.searchParams.get(LANGUAGE_PARAM)
  if (isTranslated(pathname) && isLanguage(chosen) && request.method === 'GET')
    return keepLanguage(request, chosen)

  const nonce = btoa(crypto.randomUUID())
  const policy = contentSecurityPolicy(nonce, pathname)
  const headers = new Headers(request.headers)
  headers.set('x-nonce', nonce)
  // Where to come back to after signing in; layouts and pages cannot see their own address.
  headers.set('x-counterfoil-path', pathname + search)
  headers.set('content-security-policy', policy)
  headers.set(LANGUAGE_HEADER, isTranslated(pathname) ? languageOf(request) : DEFAULT_LANGUAGE)
  const response = NextResponse.next({ request: { headers } })
  // The consent screen names in its own policy where its form may lead.
  if (!pathname.startsWith('/consent/')) response.headers.set('content-security-policy', policy)
  return response
}

/**
 * Everything but the API, the tool server and its authorization, probes, next-auth's JSON and the files of the build: those
 * keep the policy that the server sets on every response. Whole segments only, so that a 404 is a page like any other,
 * whatever its address ends in.
 */
export const config = {
  matcher: [
    '/((?!v[12](?:/|$)|(?:mcp|authorize|token|register|revoke|introspect|par|jwks|healthz|readyz)(?:/|$)|\\.well-known/|api/|_next/).*)',
  ],
}

/** The language that was chosen on this device, else the one that the browser asks for. */
function languageOf(request: NextRequest): Language {
  const chosen = request.cookies.get(LANGUAGE_COOKIE)?.value
  return isLanguage(chosen) ? chosen : preferredLanguage(request.headers.get('accept-language'))
}

/** Follows a link to another language: it is kept on the device, and the page is shown without the param. */
function keepLanguage(request: NextRequest, language: Language): NextResponse {
  const url = new URL(request.nextUrl.pathname + request.nextUrl.search, request.url)
  url.searchParams.delete(LANGUAGE_PARAM)
  const response = NextResponse.redirect(url, 303)
  response.cookies.set(LANGUAGE_COOKIE, language, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: env().BASE_URL.startsWith('https:'),
    maxAge: 31_536_000,
  })
  return response
}

/** Of next-auth, over http and over https, whole or in parts. */
const SESSION_COOKIE = /^(__Secure-)?next-auth\.session-token/

function tooMany(wait: number): NextResponse {
  return new NextResponse(
    `Too many requests from this network. Wait ${wait} seconds, then load this page again.\n`,
    {
      status: 429,
      headers: {
        'retry-after': String(wait),
        'cache-control': 'no-store',
        'content-type': 'text/plain; charset=utf-8',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
      },
    },
  )
}

function contentSecurityPolicy(nonce: string, path: string): string {
  // A mail as it was sent brings its own styles and its logo, and nothing else of it may work.
  if (/^\/outbox\/[^/]+\/html$/.test(path))
    return "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"
  // The pages of a bill and of a refund carry their styles in themselves and have no script, not even while developing.
  if (/^\/(bill|refund)\//.test(path))
    return `default-src 'none'; script-src 'none'; style-src 'nonce-${nonce}'; img-src 'self' data:; font-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  const developing = process.env.NODE_ENV === 'development'
  const directives = {
    'default-src': "'self'",
    // React's development build makes functions from text; the production build does not.
    // Files of this site by their address, text in the page by nonce (lib/server/script-files.ts).
    'script-src': `'self' 'nonce-${nonce}'${developing ? " 'unsafe-eval'" : ''}`,
    // Next's development overlay writes styles of its own.
    'style-src': developing ? "'self' 'unsafe-inline'" : `'self' 'nonce-${nonce}'`,
    'img-src': "'self' data: blob:",
    // The rupee sign lies in the styles.
    'font-src': "'self' data:",
    'connect-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': formAction(path),
    'frame-ancestors': "'none'",
  }
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')
}

/**
 * Forms are sent to this site only. The page that returns a payer to the merchant does so with a form, and the
 * merchant's address may be any.
 */
function formAction(path: string): string {
  return /^\/checkout\/[^/]+\/return\//.test(path) ? "'self' https: http:" : "'self'"
}
