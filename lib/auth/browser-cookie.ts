import { cookies } from 'next/headers'
import { overHttps } from '#lib/auth/next-auth.ts'
import { DAY } from '#lib/values/time.ts'

/** Keeps a choice of the person in this browser for a year. Only in actions and route handlers. */
export async function rememberInBrowser(name: string, value: string): Promise<void> {
  const options = {
    path: '/',
    sameSite: 'lax',
    httpOnly: true,
    secure: overHttps(),
    maxAge: 365 * DAY,
  } as const
  ;(await cookies()).set(name, value, options)
}
