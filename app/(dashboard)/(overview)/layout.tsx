import type { ReactNode } from 'react'
import { SkeletonBoundary } from '#components/shared/skeleton-boundary.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'

export default function OverviewLayout({ children }: { children: ReactNode }) {
  return <SkeletonBoundary skeleton={<OverviewSkeleton />}>{children}</SkeletonBoundary>
}

/** The overview that is loading: its parts in their place and size. */
function OverviewSkeleton() {
  return (
    <div role="status" aria-label="Loading">
      <PageHead title="Overview" actions={<span className="block h-8" />} />
      <div className="mb-7 grid h-22 content-center gap-4">
        <Skeleton className="h-2.5 w-36" />
        <Skeleton className="h-2.5 w-full" />
      </div>
      <div className="mb-8 grid h-46 grid-cols-3 content-evenly gap-4 border-y border-line max-desk:h-70 max-desk:grid-cols-2">
        {['a', 'b', 'c', 'd', 'e', 'f'].map((tile) => (
          <Skeleton key={tile} className="h-5 w-32" />
        ))}
      </div>
      <Skeleton className="h-56 w-full" />
    </div>
  )
}
