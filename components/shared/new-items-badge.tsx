'use client'
import { lazy, Suspense } from 'react'
import type { NewItemsProps } from './new-items-count.tsx'

const NewItemsCount = lazy(async () => ({ default: (await import('./new-items-count.tsx')).NewItemsCount }))

/** Counts what has come since the list was drawn. Its script comes after those of the list. */
export function NewItemsBadge(props: NewItemsProps) {
  return (
    <Suspense>
      <NewItemsCount {...props} />
    </Suspense>
  )
}
