import type { ReactNode } from 'react'
import { ListSkeleton } from '#components/record/list-skeleton.tsx'
import { SkeletonBoundary } from '#components/record/skeleton-boundary.tsx'

export default function LogsLayout({ children }: { children: ReactNode }) {
  return <SkeletonBoundary skeleton={<ListSkeleton title="Logs" columns={7} />}>{children}</SkeletonBoundary>
}
