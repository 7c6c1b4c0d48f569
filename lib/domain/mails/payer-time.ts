import { type Language, localeOf } from '#lib/values/language.ts'
import { zoneText } from '#lib/values/time-text.ts'

/** A timestamp in the language of the payer, with its zone: "3 Nov 2026, 12:03 IST". */
export function payerTime(at: number, zone: string, language: Language): string {
  const parts = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  return `${format(at, zone, language, parts)} ${zoneText(zone, at)}`
}

export function payerDate(at: number, zone: string, language: Language): string {
  return format(at, zone, language, {})
}

function format(at: number, timeZone: string, language: Language, more: Intl.DateTimeFormatOptions): string {
  const parts = { day: 'numeric', month: 'short', year: 'numeric', timeZone, ...more } as const
  return new Intl.DateTimeFormat(localeOf(language), parts).format(at * 1000)
}
