import type { ReactNode } from 'react'
import { OverviewSkeleton } from '#components/overview/overview-skeleton.tsx'
import { SkeletonBoundary } from '#components/shared/skeleton-boundary.tsx'

export default function OverviewLayout({ children }: { children: ReactNode }) {
  return <SkeletonBoundary skeleton={<OverviewSkeleton />}>{children}</SkeletonBoundary>
}
