import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'
import type { NextRequest } from 'next/server'
import { fromOf } from '#lib/auth/address.ts'
import { openSession, rememberFirstStep } from '#lib/auth/open-session.ts'
import { finishProviderSignIn, PROVIDER_COOKIE } from '#lib/auth/provider-sign-in.ts'

/** The redirect URI of the identity provider. The cookie of the sign-in is deleted in any case. */
export async function GET(request: NextRequest): Promise<never> {
  const jar = await cookies()
  const cookie = jar.get(PROVIDER_COOKIE)?.value
  jar.delete({ name: PROVIDER_COOKIE, path: '/login/provider' })
  const outcome = await finishProviderSignIn(request.nextUrl.search, cookie, fromOf(await headers()))
  const { returnTo } = outcome
  if (outcome.ok) {
    await openSession(outcome)
    redirect(returnTo)
  }
  if ('firstStep' in outcome) {
    await rememberFirstStep(outcome.firstStep)
    redirect(`/login/code?return_to=${encodeURIComponent(returnTo)}`)
  }
  redirect(`/login?${new URLSearchParams({ provider: outcome.failure, return_to: returnTo })}`)
}
