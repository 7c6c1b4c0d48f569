import { Create, Export, staffList } from '#app/(dashboard)/list-page.tsx'
import { BillsTable } from '#components/bills/bills-table.tsx'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { issueBill } from '#lib/domain/bills/create.ts'
import { BILL_FILTERS } from '#lib/domain/bills/filters.ts'
import { listBillsForDashboard } from '#lib/domain/bills/list.ts'

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
  filters: BILL_FILTERS,
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
