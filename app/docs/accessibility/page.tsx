import type { Metadata } from 'next'
import Text from '#components/docs/guides/accessibility.mdx'
import { Facts, prose } from '#components/docs/guides/prose.tsx'
import { QUALITY } from '#lib/api-docs/measurements.ts'

export const metadata: Metadata = {
  title: 'Accessibility',
  description: 'What the pages support, how they are checked, and the results.',
}

/** The states of a page, as the table names them. */
const STATES: Record<string, string> = {
  full: 'With records',
  empty: 'Before the first record',
  filtered: 'Filtered, nothing found',
  loading: 'Loading',
  failed: 'Failed',
}

const LOOKS = [
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['high contrast', 'More contrast'],
  ['forced colours', 'Forced colours'],
] as const

type Measured = { state: string; size: string; pages: number }

export default function AccessibilityPage() {
  return (
    <div className="max-w-[720px]">
      <h1 className="text-title font-semibold">Accessibility</h1>
      <div className={prose}>
        <Text components={{ Results, Scores }} />
      </div>
    </div>
  )
}

function Results() {
  const { day, rows } = QUALITY
  if (rows.length === 0) return <NotMeasured />
  const checks = rows.reduce((sum, { pages }) => sum + pages, 0)
  const findings = rows.reduce((sum, row) => sum + row.findings, 0)
  return (
    <>
      <p>
        Measured on <time dateTime={day}>{day}</time>: {checks.toLocaleString('en')} checks of pages, each
        with all rules of axe for WCAG 2.2 AA in light and the rules about colours in the other looks;{' '}
        {findings.toLocaleString('en')} findings. <code className="mono">npm run quality</code> measures
        again.
      </p>
      <Facts
        caption="Findings of axe, and of sideways scrolling"
        heads={['State', 'Size', 'Pages', ...LOOKS.map(([, label]) => label)]}
        rows={measuredSizes().map((of) => [
          STATES[of.state] ?? of.state,
          of.size,
          of.pages,
          ...LOOKS.map(([look]) => findingsOf(of, look)),
        ])}
      />
    </>
  )
}

/** Each state at each size, once. */
function measuredSizes(): Measured[] {
  return QUALITY.rows.filter(({ look }) => look === 'light')
}

function findingsOf({ state, size }: Measured, look: string): number | string {
  const row = QUALITY.rows.find((each) => each.state === state && each.size === size && each.look === look)
  return row?.findings ?? '—'
}

function Scores() {
  const { lighthouse } = QUALITY
  if (lighthouse.length === 0) return <NotMeasured />
  return (
    <>
      <p>From 0 to 100, the median of five runs, as a phone on a slow network sees the page.</p>
      <Facts
        caption="Scores of Lighthouse"
        heads={['Page', 'Performance', 'Accessibility', 'Best practices']}
        rows={lighthouse.map(({ page, performance, accessibility, best_practices }) => [
          page,
          performance,
          accessibility,
          best_practices,
        ])}
      />
    </>
  )
}

function NotMeasured() {
  return <p>Not measured for this version.</p>
}
