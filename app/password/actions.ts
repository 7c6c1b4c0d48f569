'use server'
import { headers } from 'next/headers'
import { after } from 'next/server'
import { ADDRESS_HEADER } from '#lib/auth/address.ts'
import { requestReset, takeReset } from '#lib/auth/reset-password.ts'
import { assertForm } from '#lib/surfaces/form-action.ts'
import { formText } from '#lib/values/form.ts'

/** What the page shows: the form, that an email is on its way if there is such a person, or how long to wait. */
type ResetState = { email: string; sent?: boolean; wait?: number }

/** Asks for a new password. The response is the same for every email. */
export async function requestResetAction(_: ResetState, form: FormData): Promise<ResetState> {
  assertForm(form)
  const email = formText(form, 'email')
  const wait = takeReset((await headers()).get(ADDRESS_HEADER))
  if (wait > 0) return { email, wait }
  after(() => requestReset(email))
  return { email, sent: true }
}
