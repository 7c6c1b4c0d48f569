'use server'
import { confirmedPath } from '#components/confirm/confirm-form-state.ts'
import { optionsOf, passkeyConfirmationForm } from '#components/passkeys/passkey-form-state.ts'
import { confirmWithPasskey, startPasskeyConfirmation } from '#lib/domain/passkeys/assertion.ts'
import { confirmSession } from '#lib/domain/profile/sessions.ts'
import { formAction } from '#lib/surfaces/form-action.ts'
import { confirmForm, noFieldsForm } from '#lib/values/form.ts'

export const confirmSessionAction = formAction(confirmSession, confirmForm, {
  to: (_, form) => confirmedPath(form),
})

export const startPasskeyConfirmationAction = formAction(startPasskeyConfirmation, noFieldsForm, {
  result: optionsOf,
})

export const confirmWithPasskeyAction = formAction(confirmWithPasskey, passkeyConfirmationForm, {
  everywhere: true,
})
