'use client'
import { TextField } from '#components/shared/form/fields.tsx'
import { MoneyPassword } from '#components/shared/form/password-field.tsx'
import { FormButtons, FormError, StaffForm } from '#components/shared/form/staff-form.tsx'
import { useStaffForm } from '#components/shared/form/use-staff-form.ts'
import { Notice } from '#components/ui/notice.tsx'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { fundAccountForm, namesDiffer, numbersDiffer } from './fund-account-form-state.ts'
import { IfscField } from './ifsc-field.tsx'

type FundAccountFormProps = {
  customer: { id: string; name: string | null }
  /** "payout" when the next step is a payout to the account. */
  then: string | undefined
  initial: FormState
  action: FormAction
}

/** A bank account of a customer to add. */
export function FundAccountForm({ customer, then, initial, action }: FundAccountFormProps) {
  const form = useStaffForm({ action, initial, declaration: fundAccountForm })
  const typed = (name: string) => String(form.hook.watch(name) ?? form.initialOf(name) ?? '')
  const [holder, number] = [typed('name'), typed('account_number')]
  const differ = numbersDiffer(number, typed('account_number_again'))
  return (
    <StaffForm
      form={form}
      hidden={{ customer_id: customer.id, ...(then ? { then } : {}) }}
      className="grid max-w-130 gap-5"
    >
      <FormError title="Fund account not created" />
      <div>
        <TextField
          name="name"
          label="Account holder"
          required
          hint="As registered with the bank, 3 to 120 characters."
          spellCheck={false}
          maxLength={120}
        />
        <div role="status">
          {namesDiffer(holder, customer.name) && (
            <div className="mt-2">
              <Notice tone="wait">
                The customer's name is {customer.name}. Banks can reject payouts when the holder's name
                differs.
              </Notice>
            </div>
          )}
        </div>
      </div>
      <IfscField typed={form.initialOf('ifsc')} error={form.errorOf('ifsc')} />
      <TextField
        name="account_number"
        data-secret=""
        label="Account number"
        required
        hint="5 to 35 letters and digits; leading zeros count. Stored encrypted."
        figures
        spellCheck={false}
        maxLength={60}
      />
      <TextField
        name="account_number_again"
        data-secret=""
        label="Confirm account number"
        required
        hint="Money sent to a wrong number may not be recoverable."
        figures
        spellCheck={false}
        maxLength={60}
        note={
          <output className="mt-1 block text-small text-good noscript:hidden">
            {number !== '' && differ === null && 'Account numbers match.'}
          </output>
        }
      />
      <MoneyPassword />
      <FormButtons
        label="Create fund account"
        pendingText="Creating…"
        cancelHref={`/fund-accounts?customer=${customer.id}`}
      />
    </StaffForm>
  )
}
