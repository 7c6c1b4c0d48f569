'use server'
import { scheduleForm } from '#components/settlements/schedule-form-state.ts'
import { updateSettlementSettings } from '#lib/domain/settlements/settings.ts'
import { settleNow } from '#lib/domain/settlements/settle.ts'
import { formAction } from '#lib/surfaces/form-action.ts'
import { noFieldsForm } from '#lib/values/form.ts'

export const updateSettlementScheduleAction = formAction(updateSettlementSettings, scheduleForm, {
  to: () => '/settlements/schedule?saved=1',
})

/** Test mode: settles the whole balance at once. */
export const settleBalanceAction = formAction(settleNow, noFieldsForm, {
  to: ({ id }) => `/settlements/${id}`,
  message: () => 'Settlement created',
})
