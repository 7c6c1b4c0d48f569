import { CircleCheck, TriangleAlert } from 'lucide-react'
import { verdictOn } from './scale.ts'

type ComparisonProps = {
  /** How the figure has changed: "+12%", "−2.1 points", "no change". */
  change: string
  /** Which direction is good news: more is collected, or less refunded. */
  good: 'more' | 'less'
}

/** A change with its verdict: a mark, a word for screen readers, and a colour that only repeats them. */
export function Comparison({ change, good }: ComparisonProps) {
  const verdict = verdictOn(change, good)
  if (verdict === null) return <>{change}</>
  const Mark = verdict === 'better' ? CircleCheck : TriangleAlert
  return (
    <span
      data-verdict={verdict}
      className={`inline-flex items-center gap-1 align-bottom whitespace-nowrap ${verdict === 'better' ? 'text-good' : 'text-bad'}`}
    >
      <Mark aria-hidden="true" className="size-3.5 flex-none" />
      <span>
        {change}
        <span className="sr-only"> ({verdict})</span>
      </span>
    </span>
  )
}
