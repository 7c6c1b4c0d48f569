import type { ReactNode } from 'react'
import type { BillSheet } from '#lib/print/bill-sheet.ts'

/** The counterfoil: what stays when the bill is torn off, and the way back to it. */
export function BillStub({ sheet, code }: { sheet: BillSheet; code: ReactNode }) {
  return (
    <footer className="bill-stub">
      <dl>
        <div>
          <dt>{sheet.title}</dt>
          <dd>{sheet.number}</dd>
        </div>
        <div>
          <dt>Date</dt>
          <dd>{sheet.date}</dd>
        </div>
        <div>
          <dt>{sheet.total.label}</dt>
          <dd className="bill-strong">{sheet.total.amount}</dd>
        </div>
      </dl>
      {code && <div className="bill-code">{code}</div>}
    </footer>
  )
}
