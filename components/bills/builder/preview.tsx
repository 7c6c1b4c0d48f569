'use client'
import { useState } from 'react'
import { BillPaper } from '#components/bills/paper/bill-paper.tsx'
import { PaperDesk } from '#components/bills/paper-desk.tsx'
import { Button } from '#components/ui/button.tsx'
import type { Seller } from '#lib/domain/bills/schema.ts'
import { useLiveBill } from './live.tsx'

/** The bill as it will look, while it is written. */
export function Preview({ seller }: { seller: Seller }) {
  const [open, setOpen] = useState(false)
  const { built } = useLiveBill()
  return (
    <div>
      <Button aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? 'Hide the preview' : 'Preview'}
      </Button>
      {open && (
        <div className="mt-4">
          <PaperDesk name="preview-paper">
            <BillPaper bill={built.body} seller={seller} heading="h3" />
          </PaperDesk>
        </div>
      )}
    </div>
  )
}
