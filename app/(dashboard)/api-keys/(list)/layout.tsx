import type { ReactNode } from 'react'
import { ListSkeleton } from '#components/record/list-skeleton.tsx'
import { SkeletonBoundary } from '#components/record/skeleton-boundary.tsx'

export default function KeysLayout({ children }: { children: ReactNode }) {
  return (
    <SkeletonBoundary skeleton={<ListSkeleton title="API keys" columns={7} />}>{children}</SkeletonBoundary>
  )
}
