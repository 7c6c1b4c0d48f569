import { choiceFilter, periodFilter, textFilter } from '#components/record/filter-controls.tsx'
import type { Filter } from '#components/ui/filter-bar.tsx'
import type { Query } from '#components/ui/query.ts'
import { countryName } from '#lib/values/country.ts'

type Reader = {
  query: Query
  /** The period of the address in words. */
  period: string | null
  /** The countries that there are, the most frequent first. */
  countries: { country: string; count: number }[]
}

/** The filters of the list. Whether they have paid is not among them: it has the tabs. */
export function customerFilters({ query, period, countries }: Reader): Filter[] {
  const names = Object.fromEntries(
    [...countries.map(({ country }) => country), ...(query.country ? [query.country] : [])].map((country) => [
      country,
      /^[A-Z]{2}$/.test(country) ? countryName(country) : country,
    ]),
  )
  return [
    textFilter(query, 'q', 'Search', 'Name, email, phone or cust_…', { maxLength: 100 }),
    choiceFilter(query, 'country', 'Country', names),
    periodFilter(query, period),
  ]
}
