'use server'
import { refresh } from 'next/cache'
import type { Revealed } from '#components/fund-accounts/account-number.tsx'
import { fundAccountForm } from '#components/fund-accounts/fund-account-form-state.ts'
import { createFundAccount } from '#lib/domain/fund-accounts/create.ts'
import { revealFundAccount } from '#lib/domain/fund-accounts/reveal.ts'
import { updateFundAccount } from '#lib/domain/fund-accounts/update.ts'
import { action } from '#lib/surfaces/form.ts'
import { formAction } from '#lib/surfaces/form-action.ts'

const update = action(updateFundAccount)
const reveal = action(revealFundAccount)

export const addFundAccount = formAction(createFundAccount, fundAccountForm, {
  to: ({ id }, form) =>
    form.text('then') === 'payout'
      ? `/payouts/new?customer=${form.text('customer_id')}&account=${id}`
      : `/fund-accounts?customer=${form.text('customer_id')}`,
  message: () => 'Fund account added',
})

/** The whole number, for this view of the page alone. The operation writes down who looked. */
export async function revealNumber(_: Revealed, form: FormData): Promise<Revealed> {
  const result = await reveal({ id: String(form.get('id')) })
  return result.ok ? { number: result.value.account_number } : { error: result.error.description }
}

export async function setActive(_: { error: string } | null, form: FormData) {
  const result = await update({ id: String(form.get('id')), active: form.get('active') === 'true' })
  refresh()
  return result.ok ? null : { error: result.error.description }
}
