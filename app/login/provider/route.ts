import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'
import type { NextRequest } from 'next/server'
import { fromOf } from '#lib/auth/address.ts'
import { overHttps } from '#lib/auth/next-auth.ts'
import { beginProviderSignIn, PROVIDER_COOKIE, PROVIDER_LASTS } from '#lib/auth/provider-sign-in.ts'
import { returnPath } from '#lib/values/return-path.ts'

/** Begins a sign-in with the identity provider: a link, so that it works without script. */
export async function GET(request: NextRequest): Promise<never> {
  const returnTo = returnPath(request.nextUrl.searchParams.get('return_to'))
  const otherAccount = request.nextUrl.searchParams.get('other_account') === '1'
  const begun = await beginProviderSignIn(returnTo, fromOf(await headers()), otherAccount)
  if ('failure' in begun)
    redirect(`/login?${new URLSearchParams({ provider: begun.failure, return_to: returnTo })}`)
  ;(await cookies()).set(PROVIDER_COOKIE, begun.cookie, {
    path: '/login/provider',
    // Lax, since the provider leads back here from its own site.
    sameSite: 'lax',
    httpOnly: true,
    secure: overHttps(),
    maxAge: PROVIDER_LASTS,
  })
  redirect(begun.url)
}
