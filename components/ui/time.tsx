import { usePreferences } from '#components/ui/preferences.ts'
import {
  ageText,
  calendarDateText,
  clockText,
  dateText,
  fullTimestampText,
  timestampText,
  zoneText,
} from '#lib/values/time-text.ts'
import { copiedText } from './looks.ts'

type TimeProps = {
  /** Unix seconds; null is shown as a dash. */
  at: number | null | undefined
  /** `list`: "12:04 today". `full`: "3 Nov 2026, 12:03 IST". `date`, `clock`, `age`: "3 m ago". */
  form?: 'list' | 'full' | 'date' | 'clock' | 'age'
  /** Default: as the reader prefers. */
  zone?: string
  /** A button that copies Unix seconds, so that the keyboard reaches the card too. For pages of one record, not for tables. */
  focusable?: boolean
  className?: string
}

/** A timestamp in the reader's zone. Hover or focus shows the zone, UTC, Unix seconds and the age (see hints.tsx). */
export function Time({ at, form = 'list', zone, focusable = false, className }: TimeProps) {
  const preferred = usePreferences().time_zone
  if (at === null || at === undefined) {
    return (
      <span className={className}>
        <span aria-hidden="true">—</span>
        <span className="sr-only">not yet</span>
      </span>
    )
  }
  const shownIn = zone ?? preferred
  const now = Math.floor(Date.now() / 1000)
  const text = textOf(at, form, shownIn, now)
  // The card (hints.tsx) shows these three apart.
  const card = {
    title: [shownIn, 'UTC']
      .map((one) => fullTimestampText(at, one, { seconds: true }))
      .concat(String(at))
      .join(' · '),
  }
  const time = (
    <time
      dateTime={new Date(at * 1000).toISOString().replace('.000Z', 'Z')}
      suppressHydrationWarning
      className={className}
      {...(focusable ? {} : card)}
    >
      {text}
    </time>
  )
  if (!focusable) return time
  return (
    <button
      type="button"
      data-copy={at}
      aria-label={`${text}, copy Unix seconds`}
      className={copiedText}
      {...card}
    >
      {time}
    </button>
  )
}

/** A calendar date that someone else wrote, such as a bank: without a time of day, and the same for readers in every zone. */
export function CalendarDate({ date }: { date: string }) {
  return <time dateTime={date}>{calendarDateText(date)}</time>
}

/** The short name of the reader's zone, for the head of a column: "Created, IST". */
export function ZoneName() {
  return <>{zoneText(usePreferences().time_zone, Math.floor(Date.now() / 1000))}</>
}

function textOf(at: number, form: NonNullable<TimeProps['form']>, zone: string, now: number): string {
  switch (form) {
    case 'list':
      return timestampText(at, zone, now)
    case 'full':
      return fullTimestampText(at, zone)
    case 'date':
      return dateText(at, zone)
    case 'clock':
      return clockText(at, zone)
    case 'age':
      return ageText(at, now)
  }
}
