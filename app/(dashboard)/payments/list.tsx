import { z } from 'zod'
import { Create, Export, staffList } from '#app/(dashboard)/list-page.tsx'
import { CustomersOfSearch } from '#app/(dashboard)/payments/customers-of-search.tsx'
import { FAILURE_WORDS } from '#components/payments/failure-messages.ts'
import { METHOD_WORDS } from '#components/payments/method-labels.ts'
import { PaymentsTable } from '#components/payments/payments-table.tsx'
import { amount, boxes, choice, notes, period, text, yes } from '#components/shared/list/filters.tsx'
import type { Draw } from '#components/shared/list/list.ts'
import { shortText } from '#components/shared/list/parse.ts'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { statusWord } from '#components/ui/status-pill.tsx'
import { browsePayments } from '#lib/domain/payments/list.ts'
import {
  PAYMENT_METHODS,
  PAYMENT_STATUSES,
  type PaymentMethod,
  type PaymentStatus,
} from '#lib/domain/payments/schema.ts'
import { Id } from '#lib/values/id.ts'
import { durationText } from '#lib/values/time-text.ts'

const REFUNDED = {
  none: 'not refunded',
  partial: 'partially',
  full: 'in full',
  any: 'partially or in full',
}
const FAILURES = Object.fromEntries(
  Object.entries(FAILURE_WORDS).map(([reason, { short }]) => [reason, short]),
)
const Refunded = z.enum(['none', 'partial', 'full', 'any'], 'Refunded must be none, partial, full or any.')
const Last4 = z.string().regex(/^\d{4}$/, 'Enter the last 4 digits of the card number.')

const word = (status: string) => statusWord({ kind: 'payment', status: status as PaymentStatus })
const TABBED = ['captured', 'authorized', 'failed', 'refunded'] satisfies PaymentStatus[]

export const paymentList = staffList({
  path: '/payments',
  title: 'Payments',
  noun: 'payment',
  cursor: 'payment',
  browse: browsePayments,
  tabs: {
    label: 'Status',
    of: [
      { count: 'all', label: 'All' },
      ...TABBED.map((status) => ({
        ...{ count: status, label: word(status), set: { status } },
        after: ({ next_capture_by }: { next_capture_by: number | null }, { now }: Draw) =>
          status === 'authorized' && <NextExpiry at={next_capture_by} now={now} />,
      })),
    ],
  },
  filters: [
    boxes('status', PAYMENT_STATUSES, { label: 'Status', noun: 'status', word, unlessTab: TABBED }),
    period(),
    amount(),
    boxes('method', PAYMENT_METHODS, {
      ...{ label: 'Method', noun: 'method', word: (method) => METHOD_WORDS[method as PaymentMethod] },
    }),
    text('email', shortText(64, 'The email'), {
      ...{ label: 'Email', placeholder: 'asha@example.com', inputMode: 'email' },
    }),
    text('contact', shortText(20, 'The phone number'), {
      ...{ label: 'Phone', placeholder: '98765 43210', inputMode: 'tel' },
    }),
    text('customer', Id('customer'), { label: 'Customer', placeholder: 'cust_…', maxLength: 19 }),
    text('last4', Last4, {
      ...{ label: 'Card ending', placeholder: '1007', inputMode: 'numeric', maxLength: 4 },
    }),
    text('order', shortText(40, 'The order or receipt'), {
      ...{ label: 'Order or receipt', placeholder: 'KS-20418 or order_…' },
    }),
    text('reference', shortText(40, 'The bank reference'), {
      ...{ label: 'Bank reference', placeholder: 'RRN, ARN, UTR or auth code' },
    }),
    choice('refunded', Refunded, { label: 'Refunded', choices: REFUNDED }),
    choice('error', shortText(60, 'The failure'), { label: 'Failure', choices: FAILURES }),
    yes('captured', 'Captured', 'including refunded'),
    yes('lapsing', 'Authorization expires', 'within 24 hours'),
    notes(),
    text('q', shortText(100, 'The search'), {
      ...{ label: 'Search', placeholder: 'Email, phone, amount, reference' },
    }),
  ],
  sums: [
    ['captured', 'captured'],
    ['refunded', 'refunded'],
    ['authorized', 'authorized'],
  ],
  refresh: 10_000,
  below: (_, { query }) => query.q && <CustomersOfSearch q={query.q} />,
  table: (payments, { now }) => <PaymentsTable payments={payments} now={now} />,
  actions: (draw) => (
    <>
      <Export list={{ path: '/payments' }} draw={draw} />
      <CreateOrder draw={draw} />
    </>
  ),
  nothing: () => (
    <NothingYet title="No payments yet">
      Payments are made for orders. Create an order and open its checkout page; the payment appears here.
    </NothingYet>
  ),
})

/** Payments begin with an order. */
function CreateOrder({ draw }: { draw: Draw }) {
  return <Create draw={draw} permission="orders:write" href="/orders/new" label="Create order" />
}

function NextExpiry({ at, now }: { at: number | null; now: number }) {
  if (at === null || at <= now) return null
  return (
    <>
      {' · '}
      <span className="max-desk:sr-only">next expires in </span>
      {durationText(at - now)}
    </>
  )
}
