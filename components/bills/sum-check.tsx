import { Money } from '#components/ui/money.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { Bill } from '#lib/domain/bills/schema.ts'
import { type Mismatch, mismatches } from '#lib/values/bill-mismatch.ts'

const WHAT: Record<Mismatch['name'], string> = {
  line_total: 'The amount of a line is not its quantity times its price',
  quantity: 'The total quantity is not that of the lines',
  sub_total: 'The sub-total is not the sum of the lines',
  discount: 'The total discount is not the sum of the discounts',
  tax: 'The total tax is not the sum of the taxes',
  tax_of_lines: 'The taxes of the bill are not those of the lines',
  net_payable: 'Lines, tax, discounts, charges and round-off do not come to the net payable amount',
}

/** What does not add up in a bill, and by how much: bills that come by the interface are taken as they are sent. */
export function SumCheck({ bill }: { bill: Bill }) {
  const found = mismatches(bill)
  if (found.length === 0) return null
  const { currency } = bill.receipt_summary
  return (
    <div className="no-print mb-4">
      <Notice tone="wait" title="This bill does not add up">
        <ul className="grid gap-0.5">
          {found.map((off) => (
            <li key={off.field}>
              {WHAT[off.name]}: it says <Figure off={off} of={off.stated} currency={currency} />, its parts
              come to <Figure off={off} of={off.computed} currency={currency} />.
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
