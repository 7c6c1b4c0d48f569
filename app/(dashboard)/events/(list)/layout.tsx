import type { ReactNode } from 'react'
import { ListSkeleton } from '#components/record/list-skeleton.tsx'
import { SkeletonBoundary } from '#components/record/skeleton-boundary.tsx'

export default function EventsLayout({ children }: { children: ReactNode }) {
  return (
    <SkeletonBoundary skeleton={<ListSkeleton title="Events" columns={6} />}>{children}</SkeletonBoundary>
  )
}
