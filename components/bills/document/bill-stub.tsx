import type { ReactNode } from 'react'
import type { BillLayout } from '#lib/print/bill-layout.ts'

/** The counterfoil: what stays when the bill is torn off, and the way back to it. */
export function BillStub({ layout, code }: { layout: BillLayout; code: ReactNode }) {
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
