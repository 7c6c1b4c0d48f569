import type { ExportFormat, ExportSchedule } from '#lib/domain/exports/schema.ts'

export const FORMATS: { value: ExportFormat; label: string; hint: string }[] = [
  {
    value: 'spreadsheet',
    label: 'CSV for Excel and other spreadsheets',
    hint: "UTF-8 with byte order mark. Text that a spreadsheet would change, such as 1.10 or 007, begins with a quote (').",
  },
  {
    value: 'csv',
    label: 'CSV for programs',
    hint: 'RFC 4180. Text is exact. Only text that begins like a formula (=, +, -, @) gets a quote.',
  },
  { value: 'ndjson', label: 'NDJSON', hint: 'One JSON object per line. Every value is exact.' },
]

export const WEEKDAYS: Record<string, string> = {
  1: 'Monday',
  2: 'Tuesday',
  3: 'Wednesday',
  4: 'Thursday',
  5: 'Friday',
  6: 'Saturday',
  7: 'Sunday',
}

export const HOURS: Record<string, string> = Object.fromEntries(
  Array.from({ length: 24 }, (_, hour) => [hour, hourText(hour)]),
)

type Timing = Pick<ExportSchedule, 'frequency' | 'weekday' | 'month_day' | 'hour'>

/** "Daily at 07:00", "Weekly on Monday at 07:00", "Monthly on day 1 at 07:00". */
export function timingText({ frequency, weekday, month_day, hour }: Timing): string {
  const at = `at ${hourText(hour)}`
  if (frequency === 'daily') return `Daily ${at}`
  return frequency === 'weekly' ? `Weekly on ${WEEKDAYS[weekday]} ${at}` : `Monthly on day ${month_day} ${at}`
}

export function coverText({
  frequency,
  has_period,
}: Pick<ExportSchedule, 'frequency' | 'has_period'>): string {
  if (!has_period) return 'The whole list'
  return { daily: 'Yesterday', weekly: 'Last week, Monday to Sunday', monthly: 'Last month' }[frequency]
}

/** Five past midnight, when the day before is complete. */
function hourText(hour: number): string {
  return hour === 0 ? '00:05' : `${String(hour).padStart(2, '0')}:00`
}
