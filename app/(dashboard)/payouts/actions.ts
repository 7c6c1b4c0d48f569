'use server'
import { advanceForm } from '#components/payouts/advance-state.ts'
import { payoutForm } from '#components/payouts/payout-form-state.ts'
import { createPayout } from '#lib/domain/payouts/create.ts'
import { advancePayout } from '#lib/domain/payouts/process.ts'
import { formAction } from '#lib/surfaces/form-action.ts'

const to = ({ id }: { id: string }) => `/payouts/${id}`

/** Test mode: sets the final status of a payout. */
export const advancePayoutAction = formAction(advancePayout, advanceForm, { to })

export const createPayoutAction = formAction(createPayout, payoutForm, {
  to,
  message: () => 'Payout created',
})
