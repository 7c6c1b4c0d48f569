import type { ReactNode } from 'react'
import { Time } from './time.tsx'

/** What happened, newest first. */
export function Timeline({ children }: { children: ReactNode }) {
  return <ol className="timeline mt-2.5">{children}</ol>
}

type TimelineEntryProps = {
  /** Unix seconds. */
  at: number
  title: ReactNode
  /** Under it: who, which request, which reference. */
  children?: ReactNode
  /** Where things stand now: a filled mark. */
  now?: boolean
  tone?: 'bad'
}

export function TimelineEntry({ at, title, children, now, tone }: TimelineEntryProps) {
  return (
    <li data-now={now ? '' : undefined} data-tone={tone}>
      <div className="min-w-0">
        <p>{title}</p>
        {children && <div className="text-ink-2 wrap-anywhere">{children}</div>}
      </div>
      <span className="timeline-when text-small text-ink-3">
        <Time at={at} />
      </span>
    </li>
  )
}
