'use client'
import { BillPaper } from '#components/bills/document/bill-paper.tsx'
import { PrintPreview } from '#components/bills/print-preview.tsx'
import type { Seller } from '#lib/domain/bills/schema.ts'
import { useLiveBill } from './live.tsx'

/** A preview of the printed bill. Fetched when it is opened. */
export function PreviewPaper({ seller }: { seller: Seller }) {
  const { built } = useLiveBill()
  return (
    <PrintPreview name="preview-paper">
      <BillPaper bill={built.body} seller={seller} heading="h3" />
    </PrintPreview>
  )
}
