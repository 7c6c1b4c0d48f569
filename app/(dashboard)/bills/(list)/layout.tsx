import type { ReactNode } from 'react'
import { ListSkeleton } from '#components/record/list-skeleton.tsx'
import { SkeletonBoundary } from '#components/record/skeleton-boundary.tsx'

export default function BillsLayout({ children }: { children: ReactNode }) {
  return <SkeletonBoundary skeleton={<ListSkeleton title="Bills" columns={8} />}>{children}</SkeletonBoundary>
}
