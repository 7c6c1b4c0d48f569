import type { ComponentProps } from 'react'
import { PrintButton } from '#components/shared/print-button.tsx'
import { DocumentButton } from '#components/ui/button.tsx'
import { DisabledAction } from '#components/ui/disabled-action.tsx'
import { Copy, FileDown, Pencil, Send } from '#components/ui/icons.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Money } from '#components/ui/money.tsx'
import { SlipHead } from '#components/ui/slip.tsx'
import { BILL_TYPE_LABELS } from '#lib/domain/bills/schema/labels.ts'
import type { Bill } from '#lib/domain/bills/schema.ts'
import { BillState } from './bill-marks.tsx'
import { DeleteBill } from './delete-bill.tsx'

type BillHeadProps = {
  bill: Bill
  /** Why this person may not change it, or null. */
  disabledReason: string | null
  remove: Pick<ComponentProps<typeof DeleteBill>, 'action' | 'initial'>
}

/** The amount of a bill, its status, and its actions. */
export function BillPageHead({ bill, disabledReason, remove }: BillHeadProps) {
  const { net_payable_amount: amount, currency } = bill.receipt_summary
  const gone =
    bill.status === 'deleted' ? "This bill was deleted. Deleted bills can't be edited or sent." : null
  const why = gone ?? disabledReason
  return (
    <SlipHead
      amount={<Money amount={amount} currency={currency} />}
      actions={
        <>
          <PrintButton path={new URL(bill.receipt_url).pathname} />
          <DocumentButton href={`/bills/${bill.id}/pdf`} download>
            <FileDown aria-hidden="true" /> PDF
          </DocumentButton>
          <SendBill billId={bill.id} disabledReason={why} />
          {why === null ? (
            <LinkButton href={`/bills/${bill.id}/edit`}>
              <Pencil aria-hidden="true" /> Edit
            </LinkButton>
          ) : (
            <DisabledAction reason={why}>Edit</DisabledAction>
          )}
          {disabledReason === null ? (
            <LinkButton href={`/bills/new?from=${bill.id}`}>
              <Copy aria-hidden="true" /> Duplicate
            </LinkButton>
          ) : (
            <DisabledAction reason={disabledReason}>Duplicate</DisabledAction>
          )}
          {why === null ? (
            <DeleteBill id={bill.id} number={bill.receipt_number} {...remove} />
          ) : (
            <DisabledAction variant="danger" reason={gone === null ? why : 'The bill is already deleted.'}>
              Delete
            </DisabledAction>
          )}
        </>
      }
    >
      <BillState status={bill.status} version={bill.version} />
      <span>{BILL_TYPE_LABELS[bill.receipt_type]}</span>
      <span className="mono text-ink">{bill.receipt_number}</span>
    </SlipHead>
  )
}

/**
 * The link to the page that sends a bill by email; `disabledReason` says why this person cannot send it, or why this bill
 * cannot be sent.
 */
function SendBill({ billId, disabledReason = null }: { billId: string; disabledReason?: string | null }) {
  if (disabledReason !== null) return <DisabledAction reason={disabledReason}>Send by email</DisabledAction>
  return (
    <LinkButton href={`/bills/${billId}/send`}>
      <Send aria-hidden="true" /> Send by email
    </LinkButton>
  )
}
