/** The time zone of a country's accounts: its bills are dated in it, and "yesterday" means a day of it. */
export function zoneOf(country: string): string {
  return ZONES[country] ?? 'UTC'
}
const ZONES: Record<string, string> = {
  IN: 'Asia/Kolkata',
  MY: 'Asia/Kuala_Lumpur',
  SG: 'Asia/Singapore',
  US: 'America/New_York',
}

const NAMES = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

/** A country by its two letters: IN is India. */
export function countryName(country: string): string {
  return NAMES.of(country) ?? country
}
