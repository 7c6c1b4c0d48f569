'use server'
import {
  codeForm,
  noFieldsForm,
  passwordForm,
  profileForm,
  sudoForm,
} from '#components/account/account-form-state.ts'
import { changePassword } from '#lib/domain/profile/change-password.ts'
import { endOtherSessions, endOwnSession } from '#lib/domain/profile/end-sessions.ts'
import { confirmTotp, removeTotp, renewRecoveryCodes, startTotp } from '#lib/domain/profile/second-factor.ts'
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

export const startTotpAction = formAction(startTotp, sudoForm, { to: () => `${PAGE}/authenticator` })

export const confirmTotpAction = formAction(confirmTotp, codeForm, {
  result: ({ recovery_secret }) => ({ codes: recovery_secret.split(' ') }),
})

export const removeTotpAction = formAction(removeTotp, sudoForm, {
  to: () => `${PAGE}?done=totp_removed`,
  message: () => 'Authenticator app removed',
})

export const renewCodesAction = formAction(renewRecoveryCodes, sudoForm, {
  result: ({ recovery_secret }) => ({ codes: recovery_secret.split(' ') }),
})
