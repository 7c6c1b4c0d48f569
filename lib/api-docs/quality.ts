import measured from './quality.json' with { type: 'json' }

type Quality = {
  /** The day of the measurement, as year, month and day. */
  day: string
  rows: { state: string; look: string; size: string; pages: number; findings: number }[]
  lighthouse: { page: string; performance: number; accessibility: number; best_practices: number }[]
}

/** What axe and Lighthouse found on the pages of a build: written by `npm run quality -- --keep`. */
export const QUALITY: Quality = measured
