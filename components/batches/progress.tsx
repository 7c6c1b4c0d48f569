import { PartKey } from '#components/charts/picture.tsx'
import type { Fill } from '#components/charts/plot.tsx'
import { Link } from '#components/ui/link.tsx'
import { ProgressBar } from '#components/ui/progress-bar.tsx'
import type { Batch, RowStatus } from '#lib/domain/batches/schema.ts'
import { durationText } from '#lib/values/time-text.ts'
import { ROW_LOOKS } from './batch-labels.ts'

/** The parts of the bar, in their order: what is left stays empty. */
const PARTS: readonly [status: RowStatus, fill: Fill, tone?: 'bad'][] = [
  ['done', 'solid'],
  ['waiting', 'middle'],
  ['failed', 'hollow', 'bad'],
]

/** How many rows have their result, as a bar and in words; nothing of a batch that has not started. */
export function BatchProgress({ batch, now }: { batch: Batch; now?: number }) {
  const { status, count } = batch
  if (status === 'checked') return null
  const ended = endedOf(batch)
  return (
    <div className="mt-4 max-w-120">
      <p id="progress" data-result="" className="mb-1.5 text-table">
        <span className="num">
          {ended} of {count}
        </span>{' '}
        {count === 1 ? 'row' : 'rows'} processed: {progressText(batch)}
        {now !== undefined && timeLeft(batch, now)}
      </p>
      <Parts batch={batch} />
      <ProgressBar
        className="sr-only"
        label="Rows processed"
        describedBy="progress"
        value={ended}
        max={count}
      />
      <p className="sr-only" role="status">
        {spokenProgress(batch)}
      </p>
    </div>
  )
}

/** The same to look at, as parts that differ in fill and outline. */
function Parts({ batch: { id, count, rows } }: { batch: Batch }) {
  let from = 0
  const parts = PARTS.flatMap(([status, fill, tone]) => {
    const of = rows[status]?.count ?? 0
    const x = from
    from += of
    return of === 0 ? [] : [{ status, fill, tone, x, of }]
  })
  return (
    <>
      <svg
        aria-hidden="true"
        className="parts"
        viewBox={`0 0 ${Math.max(1, count)} 8`}
        preserveAspectRatio="none"
      >
        {parts.map(({ status, fill, tone, x, of }) => (
          <g key={status} className={tone && 'plot-bad'}>
            <path className={`plot-${fill}`} d={`M${x} 0h${of}v8h-${of}z`} />
          </g>
        ))}
      </svg>
      {parts.length > 1 && (
        <p className="mt-1.5 text-small text-ink-2">
          {parts.map(({ status, fill, tone }) => (
            <PartKey key={status} fill={fill} bad={tone === 'bad'}>
              <Link href={`/batches/${id}?status=${status}`} className="hover:underline">
                {ROW_LOOKS[status].word}
              </Link>
            </PartKey>
          ))}
        </p>
      )}
    </>
  )
}

/** How long the rest takes at the speed so far. */
function timeLeft(batch: Batch, now: number): string | null {
  const { status, started_at, rows } = batch
  const [ended, ready] = [endedOf(batch), rows.ready?.count ?? 0]
  if (status !== 'running' || started_at === null || ended === 0 || ready === 0) return null
  const seconds = Math.ceil((Math.max(1, now - started_at) / ended) * ready)
  return ` · about ${durationText(seconds)} to go`
}

/** "45 done, 2 failed, 1 sent for approval, 72 left". */
export function progressText({ status, rows }: Batch): string {
  const of = (name: RowStatus) => rows[name]?.count ?? 0
  const parts: [count: number, word: string, always: boolean][] = [
    [of('done'), 'done', true],
    [of('failed'), 'failed', true],
    [of('waiting'), 'sent for approval', false],
    [of('left'), 'cancelled', false],
    [of('ready'), 'left', status === 'running' || status === 'paused'],
  ]
  return parts.flatMap(([count, word, always]) => (always || count > 0 ? `${count} ${word}` : [])).join(', ')
}

/** What is announced: a step each quarter, since every row would be too much to listen to, and the end in full. */
export function spokenProgress(batch: Batch): string {
  const { status, count } = batch
  if (status === 'finished' || status === 'cancelled') return `Batch ${status}: ${progressText(batch)}`
  const quarter = Math.floor((endedOf(batch) / Math.max(1, count)) * 4) * 25
  return `Batch ${status}, ${quarter}% processed`
}

function endedOf({ count, rows }: Batch): number {
  return count - (rows.ready?.count ?? 0) - (rows.left?.count ?? 0)
}
