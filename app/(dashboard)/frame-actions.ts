'use server'
import { redirect } from 'next/navigation'
import { rememberInBrowser } from '#lib/auth/browser-cookie.ts'
import { keepAccount, keepPreference } from '#lib/auth/preferences.ts'
import { inMode, MERCHANT_COOKIE, MODE_COOKIE, requireSignedIn, signOut } from '#lib/auth/staff.ts'
import { assertForm } from '#lib/surfaces/form-action.ts'
import { isPreference, PREFERENCE_NAMES, preferenceCookie } from '#lib/values/preferences.ts'
import { returnPath } from '#lib/values/return-path.ts'

/** Looks at the other mode, on the same page where it is not of a record: a record of one mode does not exist in the other. */
export async function chooseModeAction(form: FormData): Promise<void> {
  assertForm(form)
  const staff = await requireSignedIn()
  const mode = form.get('mode') === 'live' ? 'live' : 'test'
  await rememberInBrowser(MODE_COOKIE, mode)
  const chosen = inMode(staff, mode)
  if (chosen) await keepAccount(staff.session.user.id, chosen.account.id)
  redirect(returnPath(form.get('return_to')))
}

export async function chooseMerchantAction(form: FormData): Promise<void> {
  assertForm(form)
  const { actor, session } = await requireSignedIn()
  const own = session.memberships.filter(({ account }) => account.merchant_id === form.get('merchant_id'))
  const wanted = own.find(({ account }) => account.mode === actor.account.mode) ?? own[0]
  if (wanted) {
    await rememberInBrowser(MERCHANT_COOKIE, wanted.account.merchant_id)
    await keepAccount(session.user.id, wanted.account.id)
  }
  redirect('/')
}

/** The preference by its name, kept in a cookie for this browser, and with the person for the next one. */
export async function choosePreferenceAction(form: FormData): Promise<void> {
  assertForm(form)
  const { session } = await requireSignedIn()
  const name = PREFERENCE_NAMES.find((known) => form.has(known))
  const value = name && form.get(name)
  if (!name || typeof value !== 'string' || !isPreference(name, value)) return
  await rememberInBrowser(preferenceCookie(name), value)
  await keepPreference(session.user.id, name, value)
}

export async function signOutAction(): Promise<void> {
  await signOut()
  redirect('/login?reason=signed_out')
}
