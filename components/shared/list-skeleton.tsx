import { tabLine } from '#components/ui/looks.ts'
import { PageHead } from '#components/ui/page-head.tsx'
import { Skeleton, TableSkeleton } from '#components/ui/skeleton.tsx'

/** A list that is loading: head, tabs, filters and rows in their place and size, so that nothing moves. */
export function ListSkeleton({ title, columns }: { title: string; columns: number }) {
  return (
    <>
      <PageHead title={title} actions={<span className="block h-8" />} />
      <div className={`${tabLine} h-9 items-center`}>
        <Skeleton className="h-2.5 w-72" />
      </div>
      <div className="mb-2.5 flex h-6.5 items-center">
        <Skeleton className="h-2.5 w-20" />
        <Skeleton className="h-2.5 ml-auto w-44" />
      </div>
      <TableSkeleton columns={columns} />
    </>
  )
}
