import { Money } from '#components/ui/money.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { Bill } from '#lib/domain/bills/schema.ts'
import { type Mismatch, mismatches } from '#lib/values/bill-mismatch.ts'

const WHAT: Record<Mismatch['name'], string> = {
  line_total: 'A line amount does not equal quantity times price',
  quantity: 'The total quantity does not match the line items',
  sub_total: 'The subtotal does not match the line items',
  discount: 'The total discount does not match the discounts',
  tax: 'The total tax does not match the taxes',
  tax_of_lines: 'The bill taxes do not match the line taxes',
  net_payable: 'The parts do not add up to the net payable amount',
}

/** The sums of a bill that do not add up, and the differences: bills from the API are stored as sent. */
export function SumCheck({ bill }: { bill: Bill }) {
  const found = mismatches(bill)
  if (found.length === 0) return null
  const { currency } = bill.receipt_summary
  return (
    <div className="print:hidden mb-4">
      <Notice tone="wait" title="The totals of this bill don't match">
        <ul className="grid gap-0.5">
          {found.map((off) => (
            <li key={off.field}>
              {WHAT[off.name]}: stated <Figure off={off} of={off.stated} currency={currency} />, calculated{' '}
              <Figure off={off} of={off.computed} currency={currency} />.
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  )
}

function Figure({ off, of, currency }: { off: Mismatch; of: number; currency: string }) {
  return off.name === 'quantity' ? (
    <span className="num">{of}</span>
  ) : (
    <Money amount={of} currency={currency} />
  )
}
