import { usePreferences } from '#components/ui/preferences.ts'
import { type Language, localeOf } from '#lib/values/language.ts'

/** A timestamp in the language of the payer, with its zone: "3 Nov 2026, 12:03 IST". */
export function PayerTime({ at, language }: { at: number; language: Language }) {
  const zone = usePreferences().time_zone
  return (
    <time
      dateTime={new Date(at * 1000).toISOString().replace('.000Z', 'Z')}
      className="num whitespace-nowrap"
    >
      {payerTime(at, zone, language)}
    </time>
  )
}

function payerTime(at: number, zone: string, language: Language): string {
  const parts = {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  } as const
  const format = new Intl.DateTimeFormat(localeOf(language), { ...parts, hourCycle: 'h23', timeZone: zone })
  const named = new Intl.DateTimeFormat('en-IN', { timeZone: zone, timeZoneName: 'short' })
  const name = named.formatToParts(at * 1000).find(({ type }) => type === 'timeZoneName')?.value
  return `${format.format(at * 1000)} ${name}`
}
