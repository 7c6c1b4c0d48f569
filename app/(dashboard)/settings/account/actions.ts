'use server'
import { noFieldsForm, passwordForm, profileForm } from '#components/account/account-form-state.ts'
import { changePassword } from '#lib/domain/profile/change-password.ts'
import { endOtherSessions, endOwnSession } from '#lib/domain/profile/end-sessions.ts'
import { updateProfile } from '#lib/domain/profile/update.ts'
import { formAction } from '#lib/surfaces/form-action.ts'
import { recordForm } from '#lib/values/form.ts'

const PAGE = '/settings/account'

export const updateProfileAction = formAction(updateProfile, profileForm, {
  to: () => `${PAGE}?done=name`,
  message: () => 'Name saved',
  everywhere: true,
})

export const changePasswordAction = formAction(changePassword, passwordForm, {
  to: () => `${PAGE}?done=password`,
  message: () => 'Password changed',
})

export const endSessionAction = formAction(endOwnSession, recordForm, {
  to: () => `${PAGE}?done=session`,
  message: () => 'Session ended',
})

export const endOtherSessionsAction = formAction(endOtherSessions, noFieldsForm, {
  to: () => `${PAGE}?done=sessions`,
  message: () => 'Other sessions ended',
})
