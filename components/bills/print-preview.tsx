import '#components/bills/bills.css'
import '#components/bills/document/bill-paper.css'
import type { ReactNode } from 'react'
import { SegmentedControl } from '#components/ui/segmented-control.tsx'

/** Paper at its true size, A4 or the 80 mm of a till roll. The radio buttons choose by CSS alone. */
export function PrintPreview({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="paper-choice">
      <SegmentedControl
        legend="Paper"
        name={name}
        options={[
          { value: 'a4', label: 'A4' },
          { value: 'roll', label: '80 mm' },
        ]}
        defaultValue="a4"
        className="no-print mb-2.5 w-44"
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className="paper-desk" tabIndex={0} aria-label="Bill print preview">
        <div className="paper-sheet">{children}</div>
      </section>
    </div>
  )
}
