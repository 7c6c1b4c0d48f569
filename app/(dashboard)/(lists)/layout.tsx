'use client'
import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { nounOf } from '#components/app-shell/nav-groups.ts'
import { SkeletonBoundary } from '#components/shared/skeleton-boundary.tsx'
import { tabLine } from '#components/ui/looks.ts'
import { Skeleton, TableSkeleton } from '#components/ui/skeleton.tsx'

/** The layout of all lists: each has a skeleton of its own while it loads inside the application. */
export default function ListsLayout({ children }: { children: ReactNode }) {
  const path = usePathname()
  // A boundary that stays from one list to the next would show the rows of the first until those of the second are there.
  return (
    <SkeletonBoundary
      key={path}
      skeleton={<ListSkeleton title={TITLES[path] ?? nounOf(path)?.label ?? ''} />}
    >
      {children}
    </SkeletonBoundary>
  )
}

/** Of lists that are called otherwise than their page in the navigation. */
const TITLES: Record<string, string> = {
  '/settings/acquirer/differences': 'Differences from the gateway',
  '/settlements/bank-statements': 'Bank statements',
}

/** Head, tabs, filters and rows in their place and size, so that nothing moves. */
function ListSkeleton({ title }: { title: string }) {
  return (
    <>
      <header className="mb-0.5 flex h-8 items-center">
        <h1 className="text-title font-semibold tracking-[-0.012em]">{title}</h1>
      </header>
      <div className={`${tabLine} mb-[6px]! h-[31px] items-center`}>
        <Skeleton className="h-2.5 w-72" />
      </div>
      <div className="mb-0.5 flex h-[30px] items-center">
        <Skeleton className="h-2.5 w-20" />
        <Skeleton className="h-2.5 ml-auto w-44" />
      </div>
      <TableSkeleton columns={8} />
    </>
  )
}
