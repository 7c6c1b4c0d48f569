/** The query of a list's address, one text each; lists of values are not used by any filter. */
export type Query = Record<string, string>

/** Next's searchParams, with repeated names reduced to their last value and blanks left out. */
export function queryOf(searchParams: Record<string, string | string[] | undefined>): Query {
  const entries = Object.entries(searchParams).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.at(-1) : value,
  ])
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== ''))
}

/** An address: the path with a query, where `change` sets names and null takes them out. */
export function hrefWith(
  path: string,
  query: Query,
  change: Record<string, string | number | null> = {},
): string {
  const search = new URLSearchParams(query)
  for (const [name, value] of Object.entries(change)) {
    if (value === null) search.delete(name)
    else search.set(name, String(value))
  }
  const text = search.toString()
  return text === '' ? path : `${path}?${text}`
}

/** The search params of a position in a list, not of its content. They are removed when a filter changes. */
export const PLACE = { starting_after: null, ending_before: null } as const
