'use client'
import { useActionState, useEffect, useRef, useState } from 'react'
import { AmountField } from '#components/orders/amount-field.tsx'
import { NotesField } from '#components/record/notes-field.tsx'
import { Button, LinkButton } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { usePreferences } from '#components/ui/preferences.ts'
import { Slip, StubSection } from '#components/ui/slip.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import type { PreparedPayout } from '#lib/domain/payouts/schema.ts'
import { decimalOf, formatMoney, parseMoney } from '#lib/values/money-text.ts'
import { AccountChoice } from './account-choice.tsx'
import { NarrationField } from './narration-field.tsx'
import { FIELDS, type PayoutActions, problemOf } from './payout-form-state.ts'
import { bankWords, PURPOSES } from './payout-labels.ts'
import { useSending } from './use-sending.ts'
import { TooLittle, useReckoning, WhatIsLeft } from './what-is-left.tsx'

type PayoutFormProps = {
  prepared: PreparedPayout
  called: string
  /** The account that the page was opened for. */
  account: string | undefined
  /** Made with the page: sending it twice pays out once. */
  idempotencyKey: string
  actions: PayoutActions
}

/** A payout to make: an ordinary form, with what is left in the wallet worked out while it is filled in. */
export function PayoutForm({ prepared, called, account, idempotencyKey, actions }: PayoutFormProps) {
  const { customer_id, currency, accounts, default_narration } = prepared
  const [answered, sendPlainly] = useActionState(actions.sendPlainly, {
    values: {},
    idempotency_key: idempotencyKey,
  })
  const { state, pending, onSubmit } = useSending(actions.send, answered, 'Payout sent to the bank')
  const { values, error } = state
  const reckoning = useReckoning(customer_id, prepared)
  const [chosen, setChosen] = useState(
    values.fund_account_id ?? (accounts.find(({ id }) => id === account) ?? accounts[0])?.id ?? '',
  )
  const [amount, setAmount] = useState(() => parseMoney(values.amount ?? '', currency))
  const [filled, setFilled] = useState({ text: values.amount ?? '', times: 0 })
  const [reference, setReference] = useState(values.reference_id ?? '')
  const [notes, setNotes] = useState<Record<string, string>>({})
  const { grouping } = usePreferences()
  const box = useRef<HTMLFormElement>(null)
  // What was typed before the script ran stands in the fields and nowhere else.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the script takes the form over.
  useEffect(() => {
    const typed = new FormData(box.current ?? undefined)
    const [text, id] = [String(typed.get('amount') ?? ''), typed.get('fund_account_id')]
    setReference(String(typed.get('reference_id') ?? ''))
    if (typeof id === 'string') setChosen(id)
    if (text === filled.text) return
    setAmount(parseMoney(text, currency))
    setFilled({ text, times: 1 })
  }, [])
  const errorOf = (name: string) => (error?.field === name ? problemOf(error) : undefined)
  const elsewhere = error && !FIELDS.includes(error.field ?? '') ? error : null
  const most = reckoning.balance - reckoning.fees - reckoning.tax
  const figure = amount === null ? '' : ` ${formatMoney(amount, currency, grouping)}`
  const target = accounts.find(({ id }) => id === chosen)

  function takeAll() {
    setAmount(most)
    setFilled(({ times }) => ({ text: decimalOf(most, currency), times: times + 1 }))
  }

  return (
    <form
      ref={box}
      action={sendPlainly}
      onSubmit={(event) => onSubmit(event, (form) => form.set('notes_json', JSON.stringify(notes)))}
      noValidate
    >
      <input type="hidden" name="idempotency_key" value={state.idempotency_key} />
      <input type="hidden" name="customer" value={customer_id} />
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
          {elsewhere && (
            <Notice tone="bad" role="alert" title="Payout not created">
              {problemOf(elsewhere)} {elsewhere.request_id && `(${elsewhere.request_id})`}
            </Notice>
          )}
          <AccountChoice
            accounts={accounts}
            chosen={chosen}
            error={errorOf('fund_account_id')}
            addHref={`/fund-accounts/new?customer=${customer_id}&then=payout`}
            onChoose={setChosen}
          />
          <div>
            <AmountField
              key={filled.times}
              label="Amount"
              name="amount"
              currency={currency}
              initial={filled.text}
              error={errorOf('amount')}
              onChange={setAmount}
              onBlur={() => {}}
              inputRef={() => {}}
            />
            <TooLittle {...reckoning} amount={amount} />
            {most >= 100 && (
              <Button variant="quiet" size="small" className="-ml-2 noscript:hidden" onClick={takeAll}>
                Maximum: {formatMoney(most, currency, grouping)}
              </Button>
            )}
          </div>
          <Field
            label="Purpose"
            required
            error={errorOf('purpose')}
            hint="Choose a purpose or enter your own."
          >
            {({ required, ...control }) => (
              <>
                <TextInput
                  {...control}
                  aria-required={required}
                  name="purpose"
                  list="purposes"
                  defaultValue={values.purpose ?? 'payout'}
                  maxLength={30}
                  autoComplete="off"
                />
                <datalist id="purposes">
                  {PURPOSES.map((purpose) => (
                    <option key={purpose} value={purpose} />
                  ))}
                </datalist>
              </>
            )}
          </Field>
          <Field
            label="Reference"
            optional
            aside={`${reference.length} of 40`}
            error={errorOf('reference_id')}
            hint="Your reference. Not shown to the receiver."
          >
            {(control) => (
              <TextInput
                {...control}
                name="reference_id"
                value={reference}
                onChange={(event) => setReference(event.target.value)}
                maxLength={40}
                autoComplete="off"
                spellCheck={false}
              />
            )}
          </Field>
          <NarrationField
            typed={values.narration}
            standard={default_narration}
            error={errorOf('narration')}
          />
          <NotesField initial={{}} onChange={setNotes} typed={values.notes} error={errorOf('notes')} />
          <div className="flex flex-wrap items-center gap-2 border-t border-line pt-5">
            <Button type="submit" variant="primary" pending={pending}>
              {pending ? `Paying out${figure}…` : `Pay out${figure}`}
            </Button>
            <LinkButton href="/payouts" prefetch={false}>
              Cancel
            </LinkButton>
            {target && (
              <p className="num basis-full text-small text-ink-2">
                From the wallet of {called} to {bankWords(target)}, {target.name}.
              </p>
            )}
          </div>
        </div>
      </Slip>
    </form>
  )
}
