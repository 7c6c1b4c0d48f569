import { classNames } from './class-names.ts'

/** A grey bar where text will be; give it the size of that text. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames('block animate-breathe rounded-small bg-plain-tint', className)}
    />
  )
}

/** A list that is loading: as high as the list will be, so that nothing moves. */
export function TableSkeleton({ rows = 25, columns = 6 }: { rows?: number; columns?: number }) {
  return (
    <div role="status" aria-label="Loading">
      <div className="h-[29px] border-b border-line-strong" />
      {counted(rows).map((row) => (
        <div
          key={row}
          className="flex h-(--row) items-center gap-6 overflow-hidden border-b border-line px-1"
        >
          {counted(columns).map((column) => (
            <Skeleton
              key={column}
              className={column === 0 ? 'h-2.5 w-36' : column % 2 ? 'ml-auto h-2.5 w-20' : 'h-2.5 w-24'}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

function counted(size: number): number[] {
  return Array.from({ length: size }, (_, at) => at)
}
