'use client'
import '#components/bills/bills.css'
import { useActionState } from 'react'
import { METHODS, TYPE_WORDS } from '#components/bills/bill-labels.ts'
import { PLAIN_ROWS } from '#components/bills/draft/from-form.ts'
import { ProblemList } from '#components/bills/problem-list.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { STATES } from '#lib/values/gstin.ts'
import { formatMoney } from '#lib/values/money-text.ts'
import { PlainChoice, PlainText, type Shown } from './plain-fields.tsx'
import { PlainLines } from './plain-lines.tsx'
import type { PlainBillState } from './plain-state.ts'

type PlainBillFormProps = {
  initial: PlainBillState
  currency: string
  rates: [value: string, words: string][]
  action: (state: PlainBillState, form: FormData) => Promise<PlainBillState>
}

/** A bill of at most eight lines, sent as it is: first it is added up, then, when the sum was seen, issued. */
export function PlainBillForm({ initial, currency, rates, action }: PlainBillFormProps) {
  const [state, send] = useActionState(action, initial)
  const { values, problems, sums } = state
  const shown: Shown = {
    values,
    problem: (path) => problems.find((problem) => problem.path === path)?.message,
  }
  const ticked = (name: string) => values[name] === 'on'
  const money = (amount: number) => formatMoney(amount, currency)
  return (
    <form action={send} className="grid max-w-200 gap-6">
      <input type="hidden" name="idempotency_key" value={state.idempotency_key} />
      <input type="hidden" name="issued_at" value={values.issued_at} />
      <input type="hidden" name="seen" value={sums?.net ?? ''} />
      {problems.length > 0 && (
        <Notice tone="bad" role="alert" title="Bill not issued">
          <ProblemList problems={problems} />
        </Notice>
      )}
      <div className="grid grid-cols-2 gap-3 max-phone:grid-cols-1">
        <PlainChoice shown={shown} name="receipt_type" label="Bill" options={Object.entries(TYPE_WORDS)} />
        <PlainText shown={shown} name="receipt_number" label="Number" />
        <PlainText shown={shown} name="customer.name" label="Customer" optional />
        <PlainText shown={shown} name="customer.contact" label="Phone" optional />
        <PlainText shown={shown} name="customer.email" label="Email" optional />
        <PlainText shown={shown} name="customer.gstin" label="Customer GSTIN" optional />
        <PlainChoice
          shown={shown}
          name="customer.place"
          label="Place of supply"
          options={[['', 'Same as the business'], ...Object.entries(STATES)]}
        />
        <PlainText shown={shown} name="store_code" label="Store" optional />
      </div>
      <PlainLines shown={shown} rows={PLAIN_ROWS} rates={rates} />
      <div className="grid grid-cols-3 items-start gap-3 max-phone:grid-cols-1">
        <PlainText shown={shown} name="discount" label="Bill discount" optional />
        <PlainText shown={shown} name="delivery" label="Delivery charge" optional />
        <PlainChoice
          shown={shown}
          name="payments.0.method"
          label="Paid by"
          options={METHODS.map((method) => [method, method])}
        />
      </div>
      <div className="grid gap-2">
        <Checkbox
          name="prices_include_tax"
          label="Prices include GST"
          defaultChecked={ticked('prices_include_tax')}
        />
        <Checkbox name="round_off" label="Round to the nearest rupee" defaultChecked={ticked('round_off')} />
        <Checkbox name="paid_in_full" label="Paid in full" defaultChecked={ticked('paid_in_full')} />
      </div>
      {sums && (
        <Notice tone="good" role="status" title={`Total: ${money(sums.net)}`}>
          Lines {money(sums.gross)}, discounts {money(sums.discount)}, GST {money(sums.tax)}, round-off{' '}
          {money(sums.round_off)}. Issue the bill, or edit and recalculate.
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        {sums && (
          <button type="submit" className="button" data-variant="primary">
            Issue bill for {money(sums.net)}
          </button>
        )}
        <button
          type="submit"
          name="seen"
          value=""
          className="button"
          data-variant={sums ? 'default' : 'primary'}
        >
          Calculate total
        </button>
      </div>
    </form>
  )
}
