'use client'
import { useEffect, useState } from 'react'
import { AmountField, NotesField, TextField } from '#components/shared/form/fields.tsx'
import { MoneyPassword } from '#components/shared/form/password-field.tsx'
import { FormButtons, FormError, StaffForm } from '#components/shared/form/staff-form.tsx'
import { useStaffForm } from '#components/shared/form/use-staff-form.ts'
import { Button } from '#components/ui/button.tsx'
import { FieldError } from '#components/ui/field.tsx'
import { Link } from '#components/ui/link.tsx'
import { usePreferences } from '#components/ui/preferences.ts'
import { Slip, StubSection } from '#components/ui/slip.tsx'
import type { ListedFundAccount } from '#lib/domain/fund-accounts/schema.ts'
import type { PreparedPayout } from '#lib/domain/payouts/schema.ts'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { decimalOf, formatMoney, parseMoney } from '#lib/values/money-text.ts'
import { NarrationField } from './narration-field.tsx'
import { payoutForm } from './payout-form-state.ts'
import { bankWords, PAYOUT_PURPOSES } from './payout-labels.ts'
import { TooLittle, useReckoning, WhatIsLeft } from './what-is-left.tsx'

type PayoutFormProps = {
  prepared: PreparedPayout
  called: string
  initial: FormState
  action: FormAction
}

/** A payout form, with the remaining balance during typing. */
export function PayoutForm({ prepared, called, initial, action }: PayoutFormProps) {
  const { customer_id, currency, accounts, default_narration } = prepared
  const { grouping } = usePreferences()
  const form = useStaffForm({ action, initial, declaration: payoutForm, currency })
  const reckoning = useReckoning(customer_id, prepared)
  const [chosen, setChosen] = useState(form.initialOf('fund_account_id') ?? '')
  // Choices from before the script ran are in the fields only.
  useEffect(() => {
    const id = new FormData(form.box.current ?? undefined).get('fund_account_id')
    if (typeof id === 'string') setChosen(id)
  }, [form.box])
  const typed = form.hook.watch('amount') ?? form.initialOf('amount')
  const amount = parseMoney(String(typed ?? ''), currency)
  const reference = String(form.hook.watch('reference_id') ?? '')
  const max = reckoning.balance - reckoning.fees - reckoning.tax
  const figure = amount === null ? '' : ` ${formatMoney(amount, currency, grouping)}`
  const target = accounts.find(({ id }) => id === chosen)

  return (
    <StaffForm form={form} hidden={{ customer: customer_id }}>
      <Slip
        stub={
          <>
            <StubSection title="Wallet">
              <WhatIsLeft {...reckoning} amount={amount} />
            </StubSection>
            <StubSection title="Next steps">
              <p className="text-table text-ink-2">
                The amount, fee and tax are deducted from the wallet now. If the bank can't process the
                payout, the full amount returns to the wallet.
              </p>
            </StubSection>
          </>
        }
      >
        <div className="grid max-w-130 gap-5">
          <FormError title="Payout not created" />
          <AccountChoice
            accounts={accounts}
            chosen={chosen}
            error={form.errorOf('fund_account_id')}
            addHref={`/fund-accounts/new?customer=${customer_id}&then=payout`}
            onChoose={setChosen}
          />
          <div>
            <AmountField name="amount" label="Amount" required currency={currency} />
            <TooLittle {...reckoning} amount={amount} />
            {max >= 100 && (
              <Button
                variant="quiet"
                size="small"
                className="-ml-2 noscript:hidden"
                onClick={() =>
                  form.hook.setValue('amount', decimalOf(max, currency), { shouldValidate: true })
                }
              >
                Maximum: {formatMoney(max, currency, grouping)}
              </Button>
            )}
          </div>
          <div>
            <TextField
              name="purpose"
              label="Purpose"
              required
              hint="Choose a purpose or enter your own."
              list="purposes"
              maxLength={30}
            />
            <datalist id="purposes">
              {PAYOUT_PURPOSES.map((purpose) => (
                <option key={purpose} value={purpose} />
              ))}
            </datalist>
          </div>
          <TextField
            name="reference_id"
            label="Reference"
            optional
            aside={`${reference.length} of 40`}
            hint="Your reference. Not shown to the receiver."
            maxLength={40}
            spellCheck={false}
          />
          <NarrationField
            typed={form.initialOf('narration')}
            standard={default_narration}
            error={form.errorOf('narration')}
          />
          <NotesField initial={{}} />
          <MoneyPassword />
          <div>
            <FormButtons
              label={`Create payout${figure && ` of${figure}`}`}
              pendingText="Creating payout…"
              cancelHref="/payouts"
            />
            {target && (
              <p className="num mt-2 text-small text-ink-2">
                From the wallet of {called} to {bankWords(target)}, {target.name}.
              </p>
            )}
          </div>
        </div>
      </Slip>
    </StaffForm>
  )
}

type AccountChoiceProps = {
  accounts: ListedFundAccount[]
  chosen: string
  error: string | undefined
  addHref: string
  onChoose: (id: string) => void
}

/** The active accounts of a customer, of which the money goes to one. */
function AccountChoice({ accounts, chosen, error, addHref, onChoose }: AccountChoiceProps) {
  return (
    <fieldset aria-describedby={error ? 'account-error' : undefined}>
      <legend className="mb-1 text-table font-[540]">Bank account</legend>
      <ul className="grid gap-1.5">
        {accounts.map(({ id, bank_name, number_last4, name, ifsc }) => (
          <li key={id}>
            <label className="flex cursor-pointer items-start gap-2.5 rounded-control border border-line-strong px-3 py-2 has-checked:border-accent">
              <input
                type="radio"
                name="fund_account_id"
                value={id}
                checked={id === chosen}
                onChange={() => onChoose(id)}
                className="mt-1"
              />
              <span className="min-w-0">
                <span className="num block font-[540]">
                  {bank_name} ••••{number_last4}
                </span>
                <span className="block text-small text-ink-2">
                  {name} · <span className="mono">{ifsc}</span>
                </span>
              </span>
            </label>
          </li>
        ))}
      </ul>
      <FieldError id="account-error" error={error} />
      <p className="mt-1.5 text-small">
        <Link href={addHref} className="link">
          Create another fund account
        </Link>
      </p>
    </fieldset>
  )
}
