import type { ReactNode } from 'react'
import type { Seller } from '#lib/domain/bills/schema.ts'
import { type Drawn, layoutOf } from '#lib/print/bill-layout.ts'
import { DEFAULT_LANGUAGE, type Language } from '#lib/values/language.ts'
import { BillHead } from './bill-head.tsx'
import { BillLines } from './bill-lines.tsx'
import { BillStub } from './bill-stub.tsx'
import { BillSums } from './bill-sums.tsx'

type BillPaperProps = {
  bill: Drawn
  seller: Seller
  /** The QR code of the public page, on the stub below the tear. */
  code?: ReactNode
  /** The heading level of its title in the page around it. */
  heading?: 'h1' | 'h2' | 'h3'
  /** Of its labels. */
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
