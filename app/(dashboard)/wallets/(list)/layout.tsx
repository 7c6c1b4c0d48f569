import type { ReactNode } from 'react'
import { ListSkeleton } from '#components/record/list-skeleton.tsx'
import { SkeletonBoundary } from '#components/record/skeleton-boundary.tsx'

export default function WalletsLayout({ children }: { children: ReactNode }) {
  return (
    <SkeletonBoundary skeleton={<ListSkeleton title="Wallets" columns={7} />}>{children}</SkeletonBoundary>
  )
}
