import type { BillSheet } from '#lib/print/bill-sheet.ts'
import { Facts } from './bill-head.tsx'

/** What it comes to, in figures and in words, how it was paid, and what was registered of it. */
export function BillSums({ sheet }: { sheet: BillSheet }) {
  return (
    <div className="bill-end">
      <div className="bill-paid">
        <p className="bill-label">Paid by</p>
        <ul>
          {sheet.payments.map(({ method, reference, amount }) => (
            <li key={`${method} ${reference} ${amount}`}>
              <span>
                {method}
                {reference !== '' && <span className="bill-note">{reference}</span>}
              </span>
              <span className="bill-figure">{amount}</span>
            </li>
          ))}
          {sheet.change && (
            <li>
              <span>{sheet.change.label}</span>
              <span className="bill-figure">{sheet.change.amount}</span>
            </li>
          )}
        </ul>
        {sheet.registers.map(({ title, facts }) => (
          <div key={title} className="bill-register">
            <p className="bill-label">{title}</p>
            <Facts facts={facts} />
          </div>
        ))}
      </div>
      <div className="bill-sums">
        <dl>
          {sheet.lines.length > 0 && (
            <div>
              <dt>Quantity</dt>
              <dd>{sheet.quantity}</dd>
            </div>
          )}
          {sheet.sums.map(({ label, amount }) => (
            <div key={`${label} ${amount}`}>
              <dt>{label}</dt>
              <dd>{amount}</dd>
            </div>
          ))}
          <div className="bill-total">
            <dt>{sheet.total.label}</dt>
            <dd>{sheet.total.amount}</dd>
          </div>
        </dl>
        <p className="bill-words">{sheet.words}</p>
      </div>
    </div>
  )
}
