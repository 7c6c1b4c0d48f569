'use server'
import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'
import type { SignInState } from '#components/login/sign-in-form.tsx'
import { deviceCookie } from '#lib/auth/device.ts'
import { overHttps, sessionCookie } from '#lib/auth/next-auth.ts'
import { preferenceCookies } from '#lib/auth/preferences.ts'
import { fromOf, signIn } from '#lib/auth/sign-in.ts'
import { returnPath } from '#lib/values/return-path.ts'

const YEAR = 365 * 86_400

/** Signs in and goes where the person was going. Every failure but waiting reads the same. */
export async function signInAction(_: SignInState, form: FormData): Promise<SignInState> {
  const email = text(form, 'email')
  const outcome = await signIn({ email, password: text(form, 'password') }, fromOf(await headers()))
  if (!outcome.ok) return { email, failure: outcome.wait > 0 ? { wait: outcome.wait } : 'wrong' }

  const jar = await cookies()
  const { name, value, ...options } = await sessionCookie(outcome.sessionId, outcome.user.id)
  jar.set(name, value, options)
  const { name: deviceName, value: device, ...deviceOptions } = deviceCookie(outcome.user.email)
  jar.set(deviceName, device, deviceOptions)
  for (const preference of preferenceCookies(outcome.user)) {
    jar.set(preference.name, preference.value, {
      path: '/',
      sameSite: 'lax',
      httpOnly: true,
      secure: overHttps(),
      maxAge: YEAR,
    })
  }
  redirect(returnPath(form.get('return_to')))
}

function text(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
