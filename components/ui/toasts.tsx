'use client'
import { lazy, Suspense, useEffect, useState } from 'react'
import { onToast } from './toast-queue.ts'

const ToastList = lazy(async () => ({ default: (await import('./toast-list.tsx')).ToastList }))

/** The place where messages appear; once, in the frame. What draws them comes with the first. */
export function Toasts() {
  const [needed, setNeeded] = useState(false)
  useEffect(() => onToast(() => setNeeded(true)), [])
  if (!needed) return null
  return (
    <Suspense>
      <ToastList />
    </Suspense>
  )
}
