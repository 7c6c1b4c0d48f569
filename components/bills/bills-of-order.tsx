import { Link } from '#components/ui/link.tsx'
import { Money } from '#components/ui/money.tsx'
import { Time } from '#components/ui/time.tsx'
import type { ListedBill } from '#lib/domain/bills/schema.ts'
import { BillState } from './bill-marks.tsx'

/** The bills that name an order; nothing when there are none. */
export function BillsOfOrder({ bills }: { bills: ListedBill[] }) {
  if (bills.length === 0) return null
  return (
    <section aria-labelledby="bills" className="mb-6">
      <h2 id="bills" className="text-table font-semibold">
        Bills
      </h2>
      <ul className="mt-1.5">
        {bills.map((bill) => (
          <li
            key={bill.id}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2 text-table"
          >
            <Link href={`/bills/${bill.id}`} className="link mono">
              {bill.receipt_number}
            </Link>
            <BillState status={bill.status} version={bill.version} />
            <span className="text-ink-2">
              <Time at={bill.receipt_timestamp} />
            </span>
            <span className="ml-auto font-[580]">
              <Money amount={bill.amount} currency={bill.currency} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
