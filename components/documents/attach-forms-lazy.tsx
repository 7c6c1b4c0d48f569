'use client'
import { type ComponentProps, lazy, Suspense } from 'react'

/*
 * The forms that attach documents to a record. The server draws them with the page, so they work without script; their own
 * scripts come after those of the page, which most people look at without attaching anything.
 */

const Upload = lazy(async () => ({ default: (await import('./upload-form.tsx')).UploadDocumentForm }))
const Attach = lazy(async () => ({ default: (await import('./attach-form.tsx')).AttachForm }))

export function LazyUploadForm(props: ComponentProps<typeof Upload>) {
  return (
    <Suspense>
      <Upload {...props} />
    </Suspense>
  )
}

export function LazyAttachForm(props: ComponentProps<typeof Attach>) {
  return (
    <Suspense>
      <Attach {...props} />
    </Suspense>
  )
}
