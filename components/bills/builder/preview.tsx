'use client'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import type { Seller } from '#lib/domain/bills/schema.ts'

const PreviewPaper = lazy(async () => {
  const { PreviewPaper: paper } = await import('./preview-paper.tsx')
  return { default: paper }
})

/** The bill as it will look, while it is written. */
export function Preview({ seller }: { seller: Seller }) {
  const [open, setOpen] = useState(false)
  return (
    <div>
      <Button aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? 'Hide preview' : 'Preview'}
      </Button>
      {open && (
        <div className="mt-4">
          <Suspense fallback={<p className="text-ink-2">Loading preview…</p>}>
            <PreviewPaper seller={seller} />
          </Suspense>
        </div>
      )}
    </div>
  )
}
