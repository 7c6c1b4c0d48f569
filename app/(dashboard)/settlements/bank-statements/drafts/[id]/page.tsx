import type { Metadata } from 'next'
import { importCsvAction } from '#app/(dashboard)/settlements/bank-statements/actions.ts'
import { ColumnsForm } from '#components/bank-statements/columns-form.tsx'
import { Crumbs, PageHead } from '#components/ui/page-head.tsx'
import { Cell, ColumnHead, RowHead, Table, TableHead, TableRow } from '#components/ui/table.tsx'
import { fetchStatementDraft } from '#lib/domain/bank-statements/upload.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { read } from '#lib/surfaces/page.ts'

export const metadata: Metadata = { title: 'Columns · Bank statements' }

type Props = PageProps<'/settlements/bank-statements/drafts/[id]'>

export default async function StatementColumnsPage({ params }: Props) {
  const { id, file_name, heads, rows, columns, account_number } = await read(fetchStatementDraft, {
    id: (await params).id,
  })
  const values = Object.fromEntries(
    Object.entries(columns).map(([name, value]) => [name, value === null ? '' : String(value)]),
  )
  return (
    <>
      <Crumbs href="/settlements/bank-statements/import" label="Import" id={id} name={file_name} />
      <PageHead title="Columns of the file">
        Choose what the columns of {file_name} hold. The choice is saved for the next file with the same
        headings.
      </PageHead>
      <div className="mb-6">
        <Table caption="First rows of the file">
          <TableHead>
            {heads.map((head, at) => (
              // The position is what a column is chosen by.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <ColumnHead key={at} align={alignOf(rows, at)}>
                {at + 1}. {head}
              </ColumnHead>
            ))}
          </TableHead>
          <tbody>
            {rows.map((cells, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a file do not move.
              <TableRow key={row}>
                {heads.map((_, at) => {
                  const text = (cells[at] ?? '').slice(0, 60)
                  return at === 0 ? (
                    // biome-ignore lint/suspicious/noArrayIndexKey: see above
                    <RowHead key={at} place="title">
                      {text}
                    </RowHead>
                  ) : (
                    // biome-ignore lint/suspicious/noArrayIndexKey: see above
                    <Cell key={at} place="detail" align={alignOf(rows, at)}>
                      {text}
                    </Cell>
                  )
                })}
              </TableRow>
            ))}
          </tbody>
        </Table>
      </div>
      <ColumnsForm
        id={id}
        heads={heads}
        action={importCsvAction}
        initial={openForm({ ...values, account_number })}
      />
    </>
  )
}

/** A column of amounts is read from its end. */
function alignOf(rows: string[][], at: number): 'start' | 'end' {
  const cells = rows.map((cells) => (cells[at] ?? '').trim()).filter(Boolean)
  return cells.length > 0 && cells.every((cell) => AMOUNT.test(cell)) ? 'end' : 'start'
}

const AMOUNT = /^[-+]?[\d,\s]*\d[.,]\d{2}(?:\s?(?:CR|DR))?$/i
