import { Cell, ColumnHead, RowHead, Table, TableHead, TableRow } from '#components/ui/table.tsx'

type Fixed = { what: string; retained: string; why: string }

/** What is kept for a time that a merchant cannot choose. @param auditDays as the operator has set it */
function fixedTimes(auditDays: number): Fixed[] {
  const audit = auditDays % 365.25 === 0 ? `${auditDays / 365.25} years` : `${auditDays} days`
  return [
    {
      what: 'Orders, payments, refunds, transfers, payouts, settlements',
      retained: 'As long as the business',
      why: 'Money records. Accounting entries stay 8 years longer.',
    },
    { what: 'Bills', retained: 'As long as the business', why: 'Tax documents.' },
    { what: 'Customers', retained: 'As long as the business', why: 'Money records name them.' },
    {
      what: 'Documents and comments',
      retained: 'Until staff delete them',
      why: 'Uploaded and written by staff.',
    },
    {
      what: 'Audit log and approvals',
      retained: audit,
      why: 'The audit trail of the books. Set by the operator.',
    },
    {
      what: 'Verification codes of printed statements',
      retained: audit,
      why: 'A printed statement can be verified as long.',
    },
    { what: 'Webhook deliveries', retained: '30 days', why: 'Resends and replays reach back as far.' },
    {
      what: 'Idempotency keys',
      retained: '2 days',
      why: 'A repeated request gets the same response for a day.',
    },
    { what: 'Sign-ins', retained: '90 days after they end', why: 'Networks and devices of sign-ins.' },
    { what: 'Connected apps', retained: '2 years after they end', why: 'Who gave which app access.' },
    {
      what: 'Exports of all data',
      retained: '7 days',
      why: 'The file is deleted; the request stays in the audit log.',
    },
  ]
}

/** The times that are fixed, and what they mean. */
export function FixedRetention({ auditDays }: { auditDays: number }) {
  return (
    <Table caption="Fixed retention">
      <TableHead>
        <ColumnHead>Data</ColumnHead>
        <ColumnHead>Kept</ColumnHead>
        <ColumnHead>Reason</ColumnHead>
      </TableHead>
      <tbody>
        {fixedTimes(auditDays).map(({ what, retained, why }) => (
          <TableRow key={what}>
            <RowHead>{what}</RowHead>
            <Cell place="status">{retained}</Cell>
            <Cell soft place="note" className="whitespace-normal">
              {why}
            </Cell>
          </TableRow>
        ))}
      </tbody>
    </Table>
  )
}
