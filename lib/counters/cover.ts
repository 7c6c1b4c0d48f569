import { SPANS } from './kinds.ts'

/** A stretch of time that counters of one length cover: from the first to the end, which does not belong to it. */
type Covered = { span: number; from: number; end: number }
/** What is shorter than half an hour at the ends of a period: only the rows themselves tell it. */
type Rest = { from: number; end: number }

/** Times before and after everything that is stored, at which counters of every length begin. */
export const FIRST = 0
export const LAST = 2000 * SPANS[3]

/** A period as few counters: the longest that fit, shorter ones beside them, and what is left at the ends. */
export function cover(from: number, end: number): { covered: Covered[]; rests: Rest[] } {
  const covered: Covered[] = []
  const rests: Rest[] = []
  const fill = (level: number, start: number, stop: number): void => {
    if (start >= stop) return
    const span = SPANS[level]
    if (span === undefined) {
      rests.push({ from: start, end: stop })
      return
    }
    const first = Math.ceil(start / span) * span
    const last = Math.floor(stop / span) * span
    if (first >= last) {
      fill(level - 1, start, stop)
      return
    }
    fill(level - 1, start, first)
    covered.push({ span, from: first, end: last })
    fill(level - 1, last, stop)
  }
  fill(SPANS.length - 1, from, end)
  return { covered, rests }
}
