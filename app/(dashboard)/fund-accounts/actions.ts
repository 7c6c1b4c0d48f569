'use server'
import { refresh } from 'next/cache'
import { fundAccountForm, setActiveForm } from '#components/fund-accounts/fund-account-form-state.ts'
import { createFundAccount } from '#lib/domain/fund-accounts/create.ts'
import { revealFundAccount, updateFundAccount } from '#lib/domain/fund-accounts/fetch.ts'
import { formAction } from '#lib/surfaces/form-action.ts'
import { recordForm } from '#lib/values/form.ts'

export const createFundAccountAction = formAction(createFundAccount, fundAccountForm, {
  to: ({ id }, form) =>
    form.text('then') === 'payout'
      ? `/payouts/new?customer=${form.text('customer_id')}&account=${id}`
      : `/fund-accounts?customer=${form.text('customer_id')}`,
  message: () => 'Fund account created',
})

/** The whole number, for this view of the page alone. The operation records who looked. */
export const revealFundAccountAction = formAction(revealFundAccount, recordForm, {
  result: ({ account_number }) => account_number,
})

export const updateFundAccountAction = formAction(updateFundAccount, setActiveForm, {
  after: async () => refresh(),
})
