import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Time } from './time.tsx'

export function Timeline({ children }: { children: ReactNode }) {
  return (
    <ol data-timeline="" className="mt-2.5">
      {children}
    </ol>
  )
}

/** An entry with its mark, and the line from there to the next. */
const ENTRY =
  'relative grid grid-cols-[18px_minmax(0,1fr)_auto] gap-[8px] py-[7px] before:z-1 before:mt-[5px] before:ml-[3px] before:size-[9px] before:border-[1.5px] not-last:after:absolute not-last:after:top-[18px] not-last:after:bottom-[-8px] not-last:after:left-[7px] not-last:after:w-px not-last:after:bg-line-strong narrow:grid-cols-[18px_minmax(0,1fr)] print:break-inside-avoid'

function markOf(now: boolean | undefined, tone: 'bad' | undefined): string {
  if (tone === 'bad') return 'before:rounded-[1px] before:border-bad before:bg-bad'
  return now
    ? 'before:rounded-full before:border-accent before:bg-accent'
    : 'before:rounded-full before:border-ink-3 before:bg-surface'
}

type TimelineEntryProps = {
  /** Unix seconds. */
  at: number
  title: ReactNode
  /** Under it: who, which request, which reference. */
  children?: ReactNode
  /** The current step: a filled mark. */
  now?: boolean
  tone?: 'bad'
}

export function TimelineEntry({ at, title, children, now, tone }: TimelineEntryProps) {
  return (
    <li className={classNames(ENTRY, markOf(now, tone))}>
      <div className="min-w-0">
        <p>{title}</p>
        {children && <div className="text-ink-2 wrap-anywhere">{children}</div>}
      </div>
      <span className="text-small text-ink-3 narrow:[grid-column:2]">
        <Time at={at} />
      </span>
    </li>
  )
}
