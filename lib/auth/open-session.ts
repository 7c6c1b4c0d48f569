import { cookies, headers } from 'next/headers'
import { fromOf } from '#lib/auth/address.ts'
import { rememberInBrowser } from '#lib/auth/browser-cookie.ts'
import { deviceCookie, noticeNewDevice } from '#lib/auth/device.ts'
import { FIRST_STEP_COOKIE, overHttps, sessionCookie } from '#lib/auth/next-auth.ts'
import { lastAccount, preferenceCookies } from '#lib/auth/preferences.ts'
import { SECOND_STEP_LASTS } from '#lib/auth/second-factor.ts'
import type { User } from '#lib/auth/sessions.ts'
import { MERCHANT_COOKIE, MODE_COOKIE } from '#lib/auth/staff.ts'

/** Remembers in the browser that the password was right, for the second step of signing in. */
export async function rememberFirstStep(firstStep: string): Promise<void> {
  const options = { path: '/login', sameSite: 'lax', httpOnly: true, secure: overHttps() } as const
  ;(await cookies()).set(FIRST_STEP_COOKIE, firstStep, { ...options, maxAge: SECOND_STEP_LASTS })
}

/** Gives the browser its session: the cookie of it, the mark of a known device, the person's preferences, and where they were. */
export async function openSession({ sessionId, user }: { sessionId: string; user: User }): Promise<void> {
  // Before the cookie of the device is set.
  await noticeNewDevice({ sessionId, user }, fromOf(await headers()))
  const jar = await cookies()
  const { name, value, ...options } = await sessionCookie(sessionId, user.id)
  jar.set(name, value, options)
  const { name: deviceName, value: device, ...deviceOptions } = deviceCookie(user.email)
  jar.set(deviceName, device, deviceOptions)
  for (const preference of preferenceCookies(user)) await rememberInBrowser(preference.name, preference.value)
  // What this browser was on comes first.
  const last = jar.get(MODE_COOKIE) ? null : await lastAccount(user.id)
  if (last === null) return
  await rememberInBrowser(MERCHANT_COOKIE, last.merchant_id)
  await rememberInBrowser(MODE_COOKIE, last.mode)
}
