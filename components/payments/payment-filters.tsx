import type { ReactNode } from 'react'
import { amountFilter, choiceFilter, periodFilter, textFilter } from '#components/record/filter-controls.tsx'
import type { Filter } from '#components/ui/filter-bar.tsx'
import type { Query } from '#components/ui/query.ts'
import { statusWord } from '#components/ui/status-pill.tsx'
import {
  PAYMENT_METHODS,
  PAYMENT_STATUSES,
  type PaymentMethod,
  type PaymentStatus,
} from '#lib/domain/payments/schema.ts'
import type { Grouping } from '#lib/values/money-text.ts'
import { FAILURE_WORDS } from './failure-messages.ts'
import { METHOD_WORDS } from './method-labels.ts'

type Reader = {
  query: Query
  currency: string
  grouping: Grouping
  /** The period of the address in words. */
  period: string | null
  /** The tab that is open stands for the status, which is then no filter of its own. */
  tabbed: boolean
}

const REFUNDED: Record<string, string> = {
  none: 'nothing back',
  partial: 'partly',
  full: 'in full',
  any: 'partly or in full',
}
const FAILURES = Object.fromEntries(
  Object.entries(FAILURE_WORDS).map(([reason, { short }]) => [reason, short]),
)

/** The filters of the list as chips and controls, in the order in which people reach for them. */
export function paymentFilters({ query, currency, grouping, period, tabbed }: Reader): Filter[] {
  const status: Filter = {
    names: ['status'],
    label: 'Status',
    value: listed(
      query.status,
      (one) => statusWord({ kind: 'payment', status: one as PaymentStatus }),
      PAYMENT_STATUSES,
    ),
    control: (
      <Boxes
        name="status"
        value={query.status}
        options={PAYMENT_STATUSES.map((one) => [one, statusWord({ kind: 'payment', status: one })])}
      />
    ),
  }
  return [
    ...(tabbed ? [] : [status]),
    periodFilter(query, period),
    amountFilter(query, currency, grouping),
    {
      names: ['method'],
      label: 'Method',
      value: listed(query.method, (one) => METHOD_WORDS[one as PaymentMethod], PAYMENT_METHODS),
      control: (
        <Boxes
          name="method"
          value={query.method}
          options={PAYMENT_METHODS.map((one) => [one, METHOD_WORDS[one]])}
        />
      ),
    },
    textFilter(query, 'email', 'E-mail', 'asha@example.com', { inputMode: 'email' }),
    textFilter(query, 'contact', 'Phone', '98765 43210', { inputMode: 'tel' }),
    textFilter(query, 'customer', 'Customer', 'cust_…', { maxLength: 19 }),
    textFilter(query, 'last4', 'Card ending', '1007', { inputMode: 'numeric', maxLength: 4 }),
    textFilter(query, 'order', 'Order or receipt', 'KS-20418 or order_…'),
    textFilter(query, 'reference', 'Bank reference', 'RRN, ARN, UTR or auth code'),
    choiceFilter(query, 'refunded', 'Refunded', REFUNDED),
    choiceFilter(query, 'error', 'Failure', FAILURES),
    choiceFilter(query, 'captured', 'Money taken', { '1': 'yes, even if refunded since' }),
    choiceFilter(query, 'lapsing', 'Hold lapses', { '1': 'within a day' }),
    textFilter(query, 'notes', 'Notes', 'shop=Mysuru 2, or shop'),
    textFilter(query, 'q', 'Search', 'E-mail, phone, amount, reference'),
  ]
}

/** Several of a few; ticked boxes are sent under one name. */
function Boxes({
  name,
  value,
  options,
}: {
  name: string
  value: string | undefined
  options: [string, ReactNode][]
}) {
  const ticked = value?.split(',') ?? []
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-1">
      {options.map(([option, words]) => (
        <label key={option} className="flex items-center gap-1.5 text-table">
          <input
            type="checkbox"
            className="checkbox"
            name={name}
            value={option}
            defaultChecked={ticked.includes(option)}
          />
          {words}
        </label>
      ))}
    </div>
  )
}

function listed(
  value: string | undefined,
  word: (one: string) => string,
  known: readonly string[],
): string | null {
  if (value === undefined) return null
  return value
    .split(',')
    .map((one) => (known.includes(one) ? word(one) : one))
    .join(', ')
}
