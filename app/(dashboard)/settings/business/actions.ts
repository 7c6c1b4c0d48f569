'use server'
import { updateBusiness } from '#lib/domain/merchants/update-business.ts'
import { action } from '#lib/surfaces/form.ts'
import { plainAction } from '#lib/surfaces/plain-form.ts'

export const updateBusinessAction = action(updateBusiness)
export const updateBusinessPlainly = plainAction(updateBusiness, {
  to: () => '/settings/business?saved=1',
})
