import { Create, Export, staffList } from '#app/(dashboard)/list-page.tsx'
import { BILL_TYPE_LABELS, CATEGORY_LABELS, SENT_LABELS } from '#components/bills/bill-labels.ts'
import { BillsTable } from '#components/bills/bills-table.tsx'
import { amount, choice, hidden, period, tabbed, text } from '#components/shared/list/filters.tsx'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { issueBill } from '#lib/domain/bills/create.ts'
import { listBillsForDashboard } from '#lib/domain/bills/list.ts'
import { BILL_PARAMS } from '#lib/domain/bills/schema/list-params.ts'

export const billList = staffList({
  path: '/bills',
  title: 'Bills',
  noun: 'bill',
  cursor: 'bill',
  operation: listBillsForDashboard,
  exported: true,
  tabs: {
    label: 'Status',
    of: [
      { count: 'all', label: 'All' },
      { count: 'issued', label: 'Issued', set: { status: 'issued' } },
      { count: 'deleted', label: 'Withdrawn', set: { status: 'deleted' } },
    ],
  },
  filters: [
    text(BILL_PARAMS.q, {
      label: 'Search',
      placeholder: 'Number, store, phone or email',
      maxLength: 64,
    }),
    tabbed(BILL_PARAMS.status),
    period(),
    amount(),
    choice(BILL_PARAMS.type, { label: 'Type', choices: BILL_TYPE_LABELS }),
    choice(BILL_PARAMS.category, {
      label: 'Business',
      choices: CATEGORY_LABELS,
    }),
    text(BILL_PARAMS.store, { label: 'Store', placeholder: 'MYS-2' }),
    choice(BILL_PARAMS.delivery, { label: 'Mail', choices: SENT_LABELS }),
    hidden(BILL_PARAMS.customer),
  ],
  sums: [['billed', 'billed']],
  sort: ['amount', 'created'],
  table: (bills, _, kit) => <BillsTable kit={kit} bills={bills} />,
  actions: (draw) => (
    <>
      <Export list={{ path: '/bills' }} draw={draw} />
      <Create draw={draw} permission={issueBill.permission} href="/bills/new" label="Issue bill" />
    </>
  ),
  nothing: ({ may }) => (
    <NothingYet
      title="No bills yet"
      action={
        may(issueBill.permission) && (
          <LinkButton href="/bills/new" variant="primary">
            Issue bill
          </LinkButton>
        )
      }
    >
      A bill lists the items and the total on a public page that the customer can print and download. Issue
      bills here or with the API: POST /v1/bills.
    </NothingYet>
  ),
})
