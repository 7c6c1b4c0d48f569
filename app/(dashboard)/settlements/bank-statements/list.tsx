import { Create, Export, staffList } from '#app/(dashboard)/list-page.tsx'
import { matchLinesAction } from '#app/(dashboard)/settlements/bank-statements/actions.ts'
import { LinesTable } from '#components/bank-statements/lines-table.tsx'
import { ActionButton } from '#components/shared/form/action-button.tsx'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { BANK_LINE_FILTERS, listBankLinesForDashboard } from '#lib/domain/bank-statements/fetch.ts'
import { uploadBankStatement } from '#lib/domain/bank-statements/upload.ts'
import { openForm } from '#lib/surfaces/form-action.ts'

const PATH = '/settlements/bank-statements'

export const bankLineList = staffList({
  path: PATH,
  title: 'Bank statements',
  noun: 'line',
  cursor: 'bank_line',
  operation: listBankLinesForDashboard,
  exported: true,
  tabs: {
    label: 'Status',
    of: [
      { count: 'all', label: 'All' },
      { count: 'matched', label: 'Matched', set: { status: 'matched' } },
      { count: 'differs', label: 'Amount differs', set: { status: 'differs' } },
      { count: 'accepted', label: 'Accepted', set: { status: 'accepted' } },
      { count: 'unmatched', label: 'Unmatched credits', set: { status: 'unmatched' } },
      { count: 'ignored', label: 'Ignored', set: { status: 'ignored' } },
      { count: 'debit', label: 'Debits', set: { status: 'debit' } },
    ],
  },
  filters: BANK_LINE_FILTERS,
  sums: [
    ['matched', 'matched'],
    ['differs', 'with a different amount'],
    ['unmatched', 'unmatched'],
    ['debit', 'debited', undefined, 'alone'],
  ],
  table: (lines, _, kit) => <LinesTable kit={kit} lines={lines} />,
  lead: () => 'Credits matched with settlements.',
  actions: (draw) => (
    <>
      <Export list={{ path: PATH }} draw={draw} />
      <LinkButton href="/settlements?credit=missing">Settlements without a credit</LinkButton>
      {draw.may(uploadBankStatement.permission) && (
        <ActionButton action={matchLinesAction} initial={openForm()} hidden={{}} pendingText="Matching…">
          Match again
        </ActionButton>
      )}
      <Create
        draw={draw}
        permission={uploadBankStatement.permission}
        href={`${PATH}/import`}
        label="Import statement"
      />
    </>
  ),
  nothing: () => (
    <NothingYet
      title="No bank statements yet"
      action={<LinkButton href={`${PATH}/import`}>Import statement</LinkButton>}
    >
      Import a statement as CSV, Excel, camt.053 or MT940 to find the credit of each settlement.
    </NothingYet>
  ),
})
