'use server'
import { businessForm } from '#components/settings/business-form-state.ts'
import { updateBusiness } from '#lib/domain/merchants/update-business.ts'
import { formAction } from '#lib/surfaces/form-action.ts'

export const updateBusinessAction = formAction(updateBusiness, businessForm, {
  to: () => '/settings/business?saved=1',
  message: () => 'Business details saved',
})
