import type { ReactNode } from 'react'
import type { Seller } from '#lib/domain/bills/schema.ts'
import { type BillLayout, type Drawn, layoutOf } from '#lib/print/bill-layout.ts'
import { DEFAULT_LANGUAGE, type Language } from '#lib/values/language.ts'
import { BillHead } from './bill-head.tsx'
import { BillLines } from './bill-lines.tsx'
import { BillSums } from './bill-sums.tsx'

type BillPaperProps = {
  bill: Drawn
  seller: Seller
  /** The QR code of the public page, on the stub below the tear. */
  code?: ReactNode
  /** The heading level of its title in the page around it. */
  heading?: 'h1' | 'h2' | 'h3'
  language?: Language
}

/**
 * A printed bill: all of its data, and below the perforation its stub. It fits the given width, from an A4 page to an
 * 80 mm roll (bill-paper.css). Needs no script, no preferences and no context.
 */
export function BillPaper({
  bill,
  seller,
  code,
  heading = 'h2',
  language = DEFAULT_LANGUAGE,
}: BillPaperProps) {
  const layout = layoutOf(bill, seller, language)
  return (
    <article className="bill-paper" lang={language} aria-label={`${layout.title} ${layout.number}`}>
      <div className="bill-body">
        <BillHead layout={layout} heading={heading} />
        {layout.lines.length > 0 && <BillLines layout={layout} />}
        <BillSums layout={layout} />
      </div>
      <BillStub layout={layout} code={code} />
    </article>
  )
}

/** The counterfoil: what stays when the bill is torn off, and the way back to it. */
function BillStub({ layout, code }: { layout: BillLayout; code: ReactNode }) {
  return (
    <footer className="bill-stub">
      <dl>
        <div>
          <dt>{layout.title}</dt>
          <dd>{layout.number}</dd>
        </div>
        <div>
          <dt>{layout.labels.date}</dt>
          <dd>{layout.date}</dd>
        </div>
        <div>
          <dt>{layout.total.label}</dt>
          <dd className="bill-strong">{layout.total.amount}</dd>
        </div>
      </dl>
      {code && <div className="bill-code">{code}</div>}
    </footer>
  )
}
