import { DEFAULT_LANGUAGE, type Language, localeOf } from './language.ts'
import { clockText, dateText, zoneText } from './time-text.ts'

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
