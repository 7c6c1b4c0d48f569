import { DEFAULT_LANGUAGE, type Language, localeOf } from './language.ts'
import { DAY, HOUR, MINUTE, partsOf, startOfDay } from './time.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A timestamp in a list: "12:04 today", "3 Nov, 12:04", and with the year when it is another one. */
export function timestampText(at: number, zone: string, now: number): string {
  const { year, month, day } = partsOf(zone, at)
  if (startOfDay(at, zone) === startOfDay(now, zone)) return `${clockText(at, zone)} today`
  const date = `${day} ${MONTHS[month - 1]}`
  return year === partsOf(zone, now).year
    ? `${date}, ${clockText(at, zone)}`
    : `${date} ${year}, ${clockText(at, zone)}`
}

/** A timestamp on its own: "3 Nov 2026, 12:03 IST". */
export function fullTimestampText(at: number, zone: string, options: { seconds?: boolean } = {}): string {
  return `${dateText(at, zone)}, ${clockText(at, zone, options.seconds)} ${zoneText(zone, at)}`
}

/** "3 Nov 2026" */
export function dateText(at: number, zone: string): string {
  const { year, month, day } = partsOf(zone, at)
  return `${day} ${MONTHS[month - 1]} ${year}`
}

/** A calendar date, "2026-11-03", as "3 Nov 2026": it is the same day in every zone. */
export function calendarDateText(date: string): string {
  return dateText(Date.parse(`${date}T00:00:00Z`) / 1000, 'UTC')
}

/** "2026-11-03", as in a date field and in the name of a file. */
export function isoDate(at: number, zone: string): string {
  const { year, month, day } = partsOf(zone, at)
  return [year, month, day].map((part) => String(part).padStart(2, '0')).join('-')
}

/** "12:03", or "12:03:07" with seconds. */
export function clockText(at: number, zone: string, seconds = false): string {
  const parts = partsOf(zone, at)
  const shown = seconds ? [parts.hour, parts.minute, parts.second] : [parts.hour, parts.minute]
  return shown.map((part) => String(part).padStart(2, '0')).join(':')
}

/** The short name of a zone at a time: "IST", "UTC", "GMT+8". */
export function zoneText(zone: string, at: number): string {
  let format = zoneFormats.get(zone)
  if (!format) {
    // English as spoken in India knows IST by name; others say GMT+5:30.
    format = new Intl.DateTimeFormat('en-IN', { timeZone: zone, timeZoneName: 'short' })
    zoneFormats.set(zone, format)
  }
  return format.formatToParts(at * 1000).find((part) => part.type === 'timeZoneName')?.value ?? zone
}
const zoneFormats = new Map<string, Intl.DateTimeFormat>()

/** How long ago a time is, or how far ahead: "3 m ago", "in 1 d 4 h". The two largest units, never rounded up. */
export function ageText(at: number, now: number): string {
  const seconds = Math.abs(now - at)
  if (seconds < 5) return 'just now'
  const text = durationText(seconds)
  return at <= now ? `${text} ago` : `in ${text}`
}

/** A length of time in at most two units: "45 s", "3 m", "1 d 4 h". */
export function durationText(seconds: number): string {
  if (seconds < MINUTE) return `${seconds} s`
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)} m`
  if (seconds < DAY) return two(Math.floor(seconds / HOUR), 'h', Math.floor((seconds % HOUR) / MINUTE), 'm')
  return two(Math.floor(seconds / DAY), 'd', Math.floor((seconds % DAY) / HOUR), 'h')
}

function two(large: number, unit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${unit}` : `${large} ${unit} ${small} ${smallUnit}`
}

/** A timestamp in the language of the payer, with its zone: "3 Nov 2026, 12:03 IST", "3 नव॰ 2026, 12:03 IST". */
export function payerTime(at: number, zone: string, language: Language): string {
  return `${payerDate(at, zone, language)}, ${clockText(at, zone)} ${zoneText(zone, at)}`
}

/** "3 Nov 2026", "3 नव॰ 2026". In English it reads as everywhere else. */
export function payerDate(at: number, zone: string, language: Language): string {
  if (language === DEFAULT_LANGUAGE) return dateText(at, zone)
  const parts = { day: 'numeric', month: 'short', year: 'numeric', timeZone: zone } as const
  return new Intl.DateTimeFormat(localeOf(language), parts).format(at * 1000)
}
