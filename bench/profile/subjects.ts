/** What `node bench/profile.ts` can look into. */
export const SUBJECTS = [
  'order',
  'alone',
  'baseline',
  'postgraphile',
  'capture',
  'wallet',
  'wallets',
  'list',
  'page',
  'webhooks',
  'start',
  'memory',
] as const
export type Subject = (typeof SUBJECTS)[number]

/** Where time or memory went: shares of a whole, times or sizes, by title. */
export type Section = { title: string; unit: '%' | 'µs' | 'ms' | 'MB'; entries: [string, number][] }

export type Profile = { headline: string; sections: Section[]; lines: string[] }
