'use server'
import { retentionForm } from '#components/settings/retention-form-state.ts'
import { updateRetention } from '#lib/domain/merchants/retention.ts'
import { formAction } from '#lib/surfaces/form-action.ts'

export const updateRetentionAction = formAction(updateRetention, retentionForm, {
  to: () => '/settings/retention?saved=1',
  message: () => 'Retention saved',
})
