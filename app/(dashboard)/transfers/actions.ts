'use server'
import { holdForm, releaseForm, reverseForm } from '#components/transfers/transfer-form-state.ts'
import { reverseTransfer } from '#lib/domain/transfers/reverse.ts'
import { updateTransfer } from '#lib/domain/transfers/update.ts'
import { formAction } from '#lib/surfaces/form-action.ts'

/** Ends a hold: the wallet gets the money. */
export const releaseTransferAction = formAction(updateTransfer, releaseForm, {
  to: ({ id }) => `/transfers/${id}`,
})

/** Sets the end of a transfer's hold; without an end it is held until it is released. */
export const holdTransferAction = formAction(updateTransfer, holdForm, { to: ({ id }) => `/transfers/${id}` })

/** Takes money back from the wallet, or from its hold. */
export const reverseTransferAction = formAction(reverseTransfer, reverseForm, {
  to: ({ transfer_id }) => `/transfers/${transfer_id}`,
})
