import type { ReactNode } from 'react'
import { ListSkeleton } from '#components/record/list-skeleton.tsx'
import { SkeletonBoundary } from '#components/record/skeleton-boundary.tsx'

export default function WebhooksLayout({ children }: { children: ReactNode }) {
  return (
    <SkeletonBoundary skeleton={<ListSkeleton title="Webhooks" columns={7} />}>{children}</SkeletonBoundary>
  )
}
