import type { Seller } from '#lib/domain/bills/schema.ts'
import { type Drawn, layoutOf } from '#lib/print/bill-layout.ts'
import { Facts } from './bill-head.tsx'

/** The notice of a deleted bill: its seller and its date, without its contents. */
export function WithdrawnBill({ bill, seller }: { bill: Drawn; seller: Seller }) {
  const { number, date } = layoutOf(bill, seller)
  return (
    <article className="bill-paper" aria-label={`Withdrawn bill ${number}`}>
      <div className="bill-body">
        <p className="bill-seller-name">{seller.name}</p>
        <h1 className="bill-withdrawn">This bill was withdrawn</h1>
        <p>{seller.name} withdrew this bill. It is no longer valid. Contact them if you expected a bill.</p>
      </div>
      <footer className="bill-stub">
        <Facts
          facts={[
            { label: 'Number', value: number },
            { label: 'Date', value: date },
          ]}
        />
      </footer>
    </article>
  )
}
