'use server'
import { codeForm, passwordForm, profileForm } from '#components/account/account-form-state.ts'
import { addPasskeyForm, optionsOf, renamePasskeyForm } from '#components/passkeys/passkey-form-state.ts'
import { addPasskey, startPasskey } from '#lib/domain/passkeys/add.ts'
import { removePasskey, renamePasskey } from '#lib/domain/passkeys/manage.ts'
import { confirmTotp, removeTotp, renewRecoveryCodes, startTotp } from '#lib/domain/profile/second-factor.ts'
import { endOtherSessions, endOwnSession, unlinkSignIn } from '#lib/domain/profile/sessions.ts'
import { changePassword, updateProfile } from '#lib/domain/profile/update.ts'
import { formAction } from '#lib/surfaces/form-action.ts'
import { confirmedRecordForm, confirmForm, noFieldsForm, recordForm } from '#lib/values/form.ts'

const PAGE = '/settings/account'

export const updateProfileAction = formAction(updateProfile, profileForm, {
  to: () => `${PAGE}?open=profile&done=name`,
  message: () => 'Name saved',
  everywhere: true,
})

export const changePasswordAction = formAction(changePassword, passwordForm, {
  to: () => `${PAGE}?done=password`,
  message: () => 'Password changed',
})

export const endSessionAction = formAction(endOwnSession, recordForm, {
  to: () => `${PAGE}?open=sessions&done=session`,
  message: () => 'Session ended',
})

export const endOtherSessionsAction = formAction(endOtherSessions, noFieldsForm, {
  to: () => `${PAGE}?done=sessions`,
  message: () => 'Other sessions ended',
})

export const startTotpAction = formAction(startTotp, confirmForm, { to: () => `${PAGE}/authenticator` })

export const confirmTotpAction = formAction(confirmTotp, codeForm, {
  result: ({ recovery_secret }) => ({ codes: recovery_secret.split(' ') }),
})

export const removeTotpAction = formAction(removeTotp, confirmForm, {
  to: () => `${PAGE}?done=totp_removed`,
  message: () => 'Authenticator app removed',
})

export const renewRecoveryCodesAction = formAction(renewRecoveryCodes, confirmForm, {
  result: ({ recovery_secret }) => ({ codes: recovery_secret.split(' ') }),
})

export const startPasskeyAction = formAction(startPasskey, confirmForm, { result: optionsOf })

export const addPasskeyAction = formAction(addPasskey, addPasskeyForm, { everywhere: true })

export const renamePasskeyAction = formAction(renamePasskey, renamePasskeyForm, {
  to: () => `${PAGE}?done=passkey_renamed`,
  message: () => 'Passkey renamed',
})

export const removePasskeyAction = formAction(removePasskey, confirmedRecordForm, {
  to: () => `${PAGE}?done=passkey_removed`,
  message: () => 'Passkey removed',
  everywhere: true,
})

export const unlinkSignInAction = formAction(unlinkSignIn, confirmedRecordForm, {
  to: () => `${PAGE}?done=sign_in_unlinked`,
  message: () => 'Sign-in unlinked',
})
