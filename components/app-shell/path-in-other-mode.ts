/** Pages of a record in a folder without a list of its own, by the page that leads to them. */
const LED_FROM: Readonly<Record<string, string>> = {
  '/health/jobs': '/health',
  '/settings/account/passkeys': '/settings/account',
  '/settings/account/sign-ins': '/settings/account',
  '/settlements/bank-statements/drafts': '/settlements/bank-statements',
  '/settlements/bank-statements/files': '/settlements/bank-statements',
  '/settlements/bank-statements/lines': '/settlements/bank-statements',
  '/views': '/',
}

/** Forms about a list, which their query names. */
const OF_A_LIST = ['/exports/schedules/new', '/views/new']

/** A segment that pages are named by; all others are IDs, months or addresses of clients. */
const WORD = /^[a-z-]+$/

/**
 * Where switching between test and live mode leads: to the same page, or from the page of a record to the list of its
 * kind, since a record of one mode does not exist in the other. Filters and places in a list stay behind.
 */
export function pathInOtherMode(path: string, query: string): string {
  const segments = path.split('/').slice(1)
  const record = segments.findIndex((segment) => segment !== '' && !WORD.test(segment))
  if (record < 0) return OF_A_LIST.includes(path) && query !== '' ? `${path}?${query}` : path
  const list = `/${segments.slice(0, record).join('/')}`
  return LED_FROM[list] ?? list
}
