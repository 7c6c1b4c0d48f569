import type { ReactNode } from 'react'
import { ListSkeleton } from '#components/record/list-skeleton.tsx'
import { SkeletonBoundary } from '#components/record/skeleton-boundary.tsx'

export default function OutboxLayout({ children }: { children: ReactNode }) {
  return (
    <SkeletonBoundary skeleton={<ListSkeleton title="Outbox" columns={6} />}>{children}</SkeletonBoundary>
  )
}
