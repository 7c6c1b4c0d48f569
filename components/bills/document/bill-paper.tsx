import type { ReactNode } from 'react'
import type { Seller } from '#lib/domain/bills/schema.ts'
import { type BillLayout, type Drawn, layoutOf } from '#lib/print/bill-layout.ts'
import { DEFAULT_LANGUAGE, type Language } from '#lib/values/language.ts'
import { BillFacts, BillHead } from './bill-head.tsx'
import { BillLines } from './bill-lines.tsx'

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

/** The total in figures and in words, its payments, and its registration. */
function BillSums({ layout }: { layout: BillLayout }) {
  return (
    <div className="bill-end">
      <div className="bill-paid">
        <p className="bill-label">{layout.labels.paid_by}</p>
        <ul>
          {layout.payments.map(({ method, reference, amount }) => (
            <li key={`${method} ${reference} ${amount}`}>
              <span>
                {method}
                {reference !== '' && <span className="bill-note">{reference}</span>}
              </span>
              <span className="bill-figure">{amount}</span>
            </li>
          ))}
          {layout.change && (
            <li>
              <span>{layout.change.label}</span>
              <span className="bill-figure">{layout.change.amount}</span>
            </li>
          )}
        </ul>
        {layout.registers.map(({ title, facts }) => (
          <div key={title} className="bill-register">
            <p className="bill-label">{title}</p>
            <BillFacts facts={facts} />
          </div>
        ))}
      </div>
      <div className="bill-sums">
        <dl>
          {layout.lines.length > 0 && (
            <div>
              <dt>{layout.labels.quantity}</dt>
              <dd>{layout.quantity}</dd>
            </div>
          )}
          {layout.sums.map(({ label, amount }) => (
            <div key={`${label} ${amount}`}>
              <dt>{label}</dt>
              <dd>{amount}</dd>
            </div>
          ))}
          <div className="bill-total">
            <dt>{layout.total.label}</dt>
            <dd>{layout.total.amount}</dd>
          </div>
        </dl>
        <p className="bill-words">{layout.words}</p>
      </div>
    </div>
  )
}
