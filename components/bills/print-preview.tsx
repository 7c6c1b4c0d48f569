import '#components/bills/bills.css'
import '#components/bills/document/bill-paper.css'
import type { ReactNode } from 'react'
import { SegmentedControl } from '#components/ui/segmented-control.tsx'

/** Paper, which is light in every theme, at its true size: A4 or an 80 mm till roll. The radio buttons choose by CSS alone. */
export function PrintPreview({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="group/paper">
      <SegmentedControl
        legend="Paper"
        name={name}
        options={[
          { value: 'a4', label: 'A4' },
          { value: 'roll', label: '80 mm' },
        ]}
        defaultValue="a4"
        className="print:hidden mb-2.5 w-44"
      />
      <section
        data-paper=""
        className="overflow-x-auto rounded-control border border-line bg-sunken px-[8px] py-[14px]"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        tabIndex={0}
        aria-label="Bill print preview"
      >
        {/* A4 where there is room; the bill adapts to its width, so that no figure is out of sight. */}
        <div className="on-paper mx-auto w-[min(210mm,100%)] group-has-[[value=roll]:checked]/paper:w-[80mm]">
          {children}
        </div>
      </section>
    </div>
  )
}
