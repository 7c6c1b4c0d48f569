'use client'
import { useActionState, useEffect, useRef, useState } from 'react'
import { useSending } from '#components/payouts/use-sending.ts'
import { Button, LinkButton } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import {
  FIELDS,
  type FundAccountActions,
  type FundAccountFormState,
  namesDiffer,
  numbersDiffer,
} from './fund-account-form-state.ts'
import { IfscField } from './ifsc-field.tsx'

type FundAccountFormProps = {
  customer: { id: string; name: string | null }
  /** Made with the page: sending it twice adds one account. */
  idempotencyKey: string
  /** "payout" when a payout to the account is what comes next. */
  then: string | undefined
  actions: FundAccountActions
}

/** A bank account of a customer to add. An ordinary form; script only says sooner what is wrong. */
export function FundAccountForm({ customer, idempotencyKey, then, actions }: FundAccountFormProps) {
  const first: FundAccountFormState = { values: {}, idempotency_key: idempotencyKey }
  const [answered, sendPlainly] = useActionState(actions.addPlainly, first)
  const { state, pending, onSubmit } = useSending(actions.add, answered, 'Fund account created')
  const { values, error } = state
  const [holder, setHolder] = useState(values.name ?? customer.name ?? '')
  const [number, setNumber] = useState(values.account_number ?? '')
  const [again, setAgain] = useState(values.account_number_again ?? '')
  const [left, setLeft] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  // What was typed before the script ran stands in the fields and nowhere else.
  useEffect(() => {
    const typed = new FormData(form.current ?? undefined)
    setHolder(String(typed.get('name') ?? ''))
    setNumber(String(typed.get('account_number') ?? ''))
    setAgain(String(typed.get('account_number_again') ?? ''))
  }, [])
  const errorOf = (name: string) => (error?.field === name ? error.description : undefined)
  const elsewhere = error && !FIELDS.some((name) => name === error.field) ? error : null
  const differ = numbersDiffer(number, again)
  return (
    <form
      ref={form}
      action={sendPlainly}
      onSubmit={(event) => onSubmit(event)}
      className="grid max-w-130 gap-5"
      noValidate
    >
      <input type="hidden" name="idempotency_key" value={state.idempotency_key} />
      <input type="hidden" name="customer_id" value={customer.id} />
      {then && <input type="hidden" name="then" value={then} />}
      {elsewhere && (
        <Notice tone="bad" role="alert" title="Fund account not created">
          {elsewhere.description} {elsewhere.request_id && `(${elsewhere.request_id})`}
        </Notice>
      )}
      <div>
        <Field
          label="Account holder"
          required
          error={errorOf('name')}
          hint="As registered with the bank, 3 to 120 characters."
        >
          {({ required, ...control }) => (
            <TextInput
              {...control}
              aria-required={required}
              name="name"
              value={holder}
              onChange={(event) => setHolder(event.target.value)}
              autoComplete="off"
              spellCheck={false}
              maxLength={120}
            />
          )}
        </Field>
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
      <IfscField typed={values.ifsc} error={errorOf('ifsc')} />
      <Field
        label="Account number"
        required
        error={errorOf('account_number')}
        hint="5 to 35 letters and digits; leading zeros count. Stored encrypted."
      >
        {({ required, ...control }) => (
          <TextInput
            {...control}
            aria-required={required}
            name="account_number"
            figures
            value={number}
            onChange={(event) => setNumber(event.target.value)}
            autoComplete="off"
            spellCheck={false}
            maxLength={60}
          />
        )}
      </Field>
      <Field
        label="Confirm account number"
        required
        error={(left && differ) || (differ ? errorOf('account_number_again') : undefined)}
        hint="Money sent to a wrong number may not be recoverable."
      >
        {({ required, ...control }) => (
          <>
            <TextInput
              {...control}
              aria-required={required}
              name="account_number_again"
              figures
              value={again}
              onChange={(event) => setAgain(event.target.value)}
              onBlur={() => setLeft(again !== '')}
              autoComplete="off"
              spellCheck={false}
              maxLength={60}
            />
            <output className="mt-1 block text-small text-good noscript:hidden">
              {number !== '' && differ === null && 'Account numbers match.'}
            </output>
          </>
        )}
      </Field>
      <div className="flex flex-wrap gap-2 border-t border-line pt-5">
        <Button type="submit" variant="primary" pending={pending}>
          {pending ? 'Creating…' : 'Create fund account'}
        </Button>
        <LinkButton href={`/fund-accounts?customer=${customer.id}`} prefetch={false}>
          Cancel
        </LinkButton>
      </div>
    </form>
  )
}
