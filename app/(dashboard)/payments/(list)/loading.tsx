import { PageHead } from '#components/ui/page-head.tsx'
import { Skeleton, TableSkeleton } from '#components/ui/skeleton.tsx'

/** Everything in its place and size, so that nothing moves when the rows arrive. */
export default function PaymentsLoading() {
  return (
    <>
      <PageHead title="Payments" />
      <div className="tabs h-9 items-center">
        <Skeleton className="w-72" />
      </div>
      <div className="mb-2.5 flex h-6.5 items-center">
        <Skeleton className="w-20" />
        <Skeleton className="ml-auto w-44" />
      </div>
      <TableSkeleton columns={7} />
    </>
  )
}
