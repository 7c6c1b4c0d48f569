'use client'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { usePreferences } from '#components/ui/preferences.ts'
import { currencySymbol, formatMoney, parseMoney } from '#lib/values/money-text.ts'
import { CardFields } from './card-fields.tsx'
import { PAYMENT_CONNECTION_LOST } from './connection-lost.ts'
import { ErrorSummary } from './error-summary.tsx'
import { AmountField, BankField, type Choices, UpiField, WalletField } from './method-fields.tsx'
import { FIELDS, type FieldName, type Method, type PayState } from './pay-state.ts'
import { PayerFields } from './payer-fields.tsx'
import { useResponse } from './use-response.ts'

type PayFormProps = {
  action: (before: PayState, form: FormData) => Promise<PayState>
  initial: PayState
  method: Method
  order: {
    id: string
    merchant_name: string
    currency: string
    amount_due: number
    amount_least: number
    /** The known details of the customer, masked. */
    customer: { email: string | null; contact: string | null } | null
  }
  banks: Choices
  wallets: Choices
  /** The test values that a link of the drawer fills in without script. */
  preset: Partial<Record<FieldName, string>>
  /** An automated client uses the page: the focus stays. */
  robot: boolean
}

/**
 * The form of every method. Without script it is submitted as it is and the page returns with the errors; with script
 * the same action runs in place, and the input stays.
 */
export function PayForm({ action, initial, method, order, banks, wallets, preset, robot }: PayFormProps) {
  const { answer, key, pending, formAction, submit } = useResponse(action, initial, unanswered)
  const form = useRef<HTMLFormElement>(null)
  const { grouping } = usePreferences()
  const inParts = order.amount_least < order.amount_due
  const [amount, setAmount] = useState<number | null>(order.amount_due)
  // The error of a card does not apply to a UPI id.
  const state = answer.method === method ? answer : { ...answer, errors: {}, title: null, note: null }
  const values = { ...state.values, ...preset }
  const fields = {
    errors: state.errors,
    values,
    focused: robot ? null : (firstError(state) ?? FIRST[method]),
  }
  const money = (minor: number) => formatMoney(minor, order.currency, grouping)

  // The browser's own bubbles are for when there is no script; they would come before the server's better words.
  useEffect(() => form.current?.setAttribute('novalidate', ''), [])
  const seen = useRef(answer)
  useEffect(() => {
    if (answer === seen.current || !form.current) return
    seen.current = answer
    if (!robot) form.current.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    const cvv = form.current.elements.namedItem('cvv')
    // A number that failed at the bank may be tried again; its CVV is asked for again.
    if (answer.note !== null && answer.errors.number && cvv instanceof HTMLInputElement) cvv.value = ''
  }, [answer, robot])

  return (
    <form ref={form} id="pay-form" action={formAction} onSubmit={submit} className="mt-4 grid gap-3">
      <input type="hidden" name="order_id" value={order.id} />
      <input type="hidden" name="method" value={method} />
      <input type="hidden" name="due" value={order.amount_due} />
      <input type="hidden" name="key" value={key} />
      {robot && <input type="hidden" name="robot" value="1" />}
      <ErrorSummary state={state} />
      {method === 'card' && <CardFields {...fields} />}
      {method === 'upi' && <UpiField {...fields} />}
      {method === 'netbanking' && <BankField {...fields} banks={banks} />}
      {method === 'wallet' && <WalletField {...fields} wallets={wallets} />}
      {inParts && (
        <AmountField
          {...fields}
          symbol={currencySymbol(order.currency)}
          hint={`From ${money(order.amount_least)} to ${money(order.amount_due)}.`}
          onAmount={(text) => setAmount(parseMoney(text, order.currency))}
        />
      )}
      <PayerFields {...fields} merchant={order.merchant_name} known={order.customer} />
      <Button type="submit" variant="primary" size="large" pending={pending} className="mt-1 w-full">
        {pending ? 'Contacting the bank…' : amount === null ? 'Pay' : `Pay ${money(amount)}`}
      </Button>
    </form>
  )
}

/** No response arrived, so the result is unknown; the same key makes a retry safe. */
function unanswered(before: PayState): PayState {
  return {
    ...before,
    errors: {},
    ...PAYMENT_CONNECTION_LOST,
  }
}

const FIRST: Record<Method, FieldName> = { card: 'number', upi: 'vpa', netbanking: 'bank', wallet: 'wallet' }

function firstError(state: Pick<PayState, 'errors'>): FieldName | undefined {
  return FIELDS.find((name) => state.errors[name])
}
