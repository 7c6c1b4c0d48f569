'use server'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import type { InvitationState } from '#components/login/invitation-form.tsx'
import { fromOf } from '#lib/auth/address.ts'
import { acceptAsNew, acceptAsSelf } from '#lib/auth/invitation.ts'
import { openSession } from '#lib/auth/open-session.ts'
import { chooseTeam, sessionPerson } from '#lib/auth/staff.ts'
import { Password, StaffName } from '#lib/domain/users/schema.ts'
import { assertForm } from '#lib/surfaces/form-action.ts'
import { formText } from '#lib/values/form.ts'

/** Creates the sign-in of an invited person and signs in. A link that no longer works leads back to its page, which says so. */
export async function acceptInvitationAction(_: InvitationState, form: FormData): Promise<InvitationState> {
  assertForm(form)
  const name = StaffName.safeParse(formText(form, 'name'))
  const password = Password.safeParse(formText(form, 'password'))
  if (!name.success || !password.success)
    return {
      name: formText(form, 'name'),
      errors: {
        ...(name.success ? {} : { name: name.error.issues[0]?.message ?? '' }),
        ...(password.success ? {} : { password: password.error.issues[0]?.message ?? '' }),
      },
    }
  const token = formText(form, 'token')
  const given = { name: name.data, password: password.data }
  const accepted = await acceptAsNew(token, given, fromOf(await headers()))
  if (!accepted) redirect(`/invitation/${encodeURIComponent(token)}`)
  await openSession(accepted)
  redirect('/')
}

/** Accepts an invitation as the person who is signed in. */
export async function joinTeamAction(form: FormData): Promise<void> {
  assertForm(form)
  const token = formText(form, 'token')
  const self = await sessionPerson()
  const merchant = self && (await acceptAsSelf(token, self, fromOf(await headers()).ip))
  if (!merchant) redirect(`/invitation/${encodeURIComponent(token)}`)
  await chooseTeam(merchant)
  redirect('/')
}
