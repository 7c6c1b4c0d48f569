import { usePreferences } from '#components/ui/preferences.ts'
import type { Language } from '#lib/values/language.ts'
import { payerTime } from '#lib/values/payer-time.ts'

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
