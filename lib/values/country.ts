const NAMES = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

/** A country by its two letters: IN is India. */
export function countryName(country: string): string {
  return NAMES.of(country) ?? country
}
