'use server'
import { refresh } from 'next/cache'
import { redirect } from 'next/navigation'
import type { Revealed } from '#components/fund-accounts/account-number.tsx'
import {
  type FundAccountFormState,
  numbersDiffer,
} from '#components/fund-accounts/fund-account-form-state.ts'
import { createFundAccount } from '#lib/domain/fund-accounts/create.ts'
import { revealFundAccount } from '#lib/domain/fund-accounts/reveal.ts'
import { updateFundAccount } from '#lib/domain/fund-accounts/update.ts'
import { action } from '#lib/surfaces/form.ts'
import { textsOf } from '#lib/surfaces/plain-form.ts'
import { randomText } from '#lib/values/id.ts'

const create = action(createFundAccount)
const update = action(updateFundAccount)
const reveal = action(revealFundAccount)

/** The form by script: where to go on, or what was wrong. */
export async function addFundAccount(form: FormData): Promise<{ href: string } | FundAccountFormState> {
  const { idempotency_key = '', customer_id = '', ...values } = textsOf(form)
  const { then, name = '', ifsc = '', account_number = '', account_number_again = '' } = values
  // A refusal is kept under its key, so the corrected form needs another.
  const refused = (error: FundAccountFormState['error']) => ({
    values,
    idempotency_key: randomText(32),
    error,
  })
  const differ = numbersDiffer(account_number, account_number_again)
  if (differ) return refused({ description: differ, field: 'account_number_again', request_id: '' })
  const bank_account = { name, ifsc, account_number }
  const result = await create({ customer_id, account_type: 'bank_account', bank_account }, idempotency_key)
  if (!result.ok) {
    const field = result.error.field?.split('.').at(-1)
    return refused({ ...result.error, ...(field ? { field } : {}) })
  }
  const { id } = result.value
  return {
    href:
      then === 'payout'
        ? `/payouts/new?customer=${customer_id}&account=${id}`
        : `/fund-accounts?customer=${customer_id}`,
  }
}

/** The form without script. */
export async function addFundAccountPlainly(_: FundAccountFormState, form: FormData) {
  const answer = await addFundAccount(form)
  if ('href' in answer) redirect(answer.href)
  return answer
}

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
