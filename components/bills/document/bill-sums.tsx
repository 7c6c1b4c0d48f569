import type { BillLayout } from '#lib/print/bill-layout.ts'
import { BillFacts } from './bill-head.tsx'

/** The total in figures and in words, its payments, and its registration. */
export function BillSums({ layout }: { layout: BillLayout }) {
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
