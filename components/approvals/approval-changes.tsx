import { Cell, ColumnHead, RowHead, Table, TableHead, TableRow } from '#components/ui/table.tsx'
import type { Change } from '#lib/domain/approvals/schema.ts'

/** The changes of a looser limit: before and after, in words. */
export function ApprovalChanges({ changes }: { changes: Change[] }) {
  return (
    <section aria-labelledby="changes">
      <h2 id="changes" className="mb-2 text-table font-semibold">
        Changes
      </h2>
      <Table caption="Changes, before and after">
        <TableHead>
          <ColumnHead>Setting</ColumnHead>
          <ColumnHead>Before</ColumnHead>
          <ColumnHead>After</ColumnHead>
        </TableHead>
        <tbody>
          {changes.map(({ label, before, after }) => (
            <TableRow key={label}>
              <RowHead>{label}</RowHead>
              <Cell place="detail" className="wrap-anywhere text-ink-2">
                {before}
              </Cell>
              <Cell place="amount" className="wrap-anywhere font-semibold">
                {after}
              </Cell>
            </TableRow>
          ))}
        </tbody>
      </Table>
    </section>
  )
}
