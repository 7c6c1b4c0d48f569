'use server'
import { closureForm, confirmClosureForm } from '#components/settings/data-form-state.ts'
import { requestAccountExport } from '#lib/domain/account-exports/request.ts'
import { cancelClosure, confirmClosure } from '#lib/domain/closures/decide.ts'
import { requestClosure } from '#lib/domain/closures/request.ts'
import { resetTestData } from '#lib/domain/closures/reset-test-data.ts'
import { formAction } from '#lib/surfaces/form-action.ts'
import { confirmForm, recordForm } from '#lib/values/form.ts'

export const requestAccountExportAction = formAction(requestAccountExport, confirmForm, {
  to: () => '/settings/data?done=export',
  message: () => 'Export requested',
})

export const requestClosureAction = formAction(requestClosure, closureForm, {
  to: () => '/settings/data?done=closure',
  message: () => 'Deletion requested',
  everywhere: true,
})

/** The person has no access any more: the page that follows is the sign-in, or another business. */
export const confirmClosureAction = formAction(confirmClosure, confirmClosureForm, {
  to: () => '/',
  message: () => 'Business deleted',
  everywhere: true,
})

export const cancelClosureAction = formAction(cancelClosure, recordForm, {
  to: () => '/settings/data?done=cancelled',
  message: () => 'Deletion cancelled',
  everywhere: true,
})

export const resetTestDataAction = formAction(resetTestData, closureForm, {
  to: () => '/settings/data?done=reset',
  message: () => 'Test data is being deleted',
  everywhere: true,
})
