import { NothingFound } from '#components/ui/empty-state.tsx'
import { Failure } from '#components/ui/failure.tsx'
import { Money } from '#components/ui/money.tsx'

/** The exact count and sum of what a filter finds: "142 payments · ₹3,41,250.00". */
export function ResultLine({
  total,
  sum,
  currency,
  noun,
}: {
  total: number
  sum: number
  currency: string
  noun: string
}) {
  return (
    <>
      {figures(total)} {total === 1 ? noun : `${noun}s`} · <Money amount={sum} currency={currency} />
    </>
  )
}

/** The exact count of what a filter finds, where there is nothing to add up: "142 customers". */
export function CountLine({ total, noun }: { total: number; noun: string }) {
  return (
    <>
      {figures(total)} {total === 1 ? noun : `${noun}s`}
    </>
  )
}

/** Which rows of how many are shown: "26 to 50 of 142". */
export function Shown({ above, count, total }: { above: number; count: number; total: number }) {
  return (
    <>
      {figures(above + 1)} to {figures(above + count)} of {figures(total)}
    </>
  )
}

type UnreadableProps = {
  problems: string[]
  failed: { description: string; request_id: string } | null
  clearHref: string
}

/** No rows: those that a filter did not go through would be taken for those that it found. */
export function Unreadable({ problems, failed, clearHref }: UnreadableProps) {
  if (problems.length === 0)
    return <Failure requestId={failed?.request_id}>{failed?.description ?? ''}</Failure>
  return (
    <NothingFound title="A filter could not be read" clearHref={clearHref}>
      {problems.join(' ')}
    </NothingFound>
  )
}

function figures(count: number): string {
  return new Intl.NumberFormat('en-IN').format(count)
}
