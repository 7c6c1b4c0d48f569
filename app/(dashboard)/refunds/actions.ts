'use server'
import { updateRefund } from '#lib/domain/refunds/update.ts'
import { action } from '#lib/surfaces/form.ts'

export const updateRefundAction = action(updateRefund)
