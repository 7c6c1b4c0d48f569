'use server'
import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import { rememberInBrowser } from '#lib/auth/browser-cookie.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { DISMISSED_COOKIE, dismissedAccounts } from './dismissed.ts'

/** Puts the first steps of this account away, for this browser. */
export async function dismissFirstStepsAction(): Promise<void> {
  const { account } = await requireStaff()
  const jar = await cookies()
  const others = dismissedAccounts(jar.get(DISMISSED_COOKIE)?.value).filter((id) => id !== account.id)
  const value = [account.id, ...others].slice(0, 20).join('.')
  await rememberInBrowser(DISMISSED_COOKIE, value)
  redirect('/')
}
