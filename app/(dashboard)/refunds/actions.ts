'use server'
import { createRefundLink, revokeRefundLink } from '#lib/domain/refunds/link.ts'
import { updateRefund } from '#lib/domain/refunds/update.ts'
import { action } from '#lib/surfaces/form.ts'
import { formAction } from '#lib/surfaces/form-action.ts'
import { recordForm } from '#lib/values/form.ts'

export const updateRefundAction = action(updateRefund)

export const createRefundLinkAction = formAction(createRefundLink, recordForm, {
  to: ({ id }) => `/refunds/${id}`,
  message: () => 'Link created',
})

export const revokeRefundLinkAction = formAction(revokeRefundLink, recordForm, {
  to: ({ id }) => `/refunds/${id}`,
  message: () => 'Link revoked',
})
