import { ProgressBar } from '#components/ui/progress-bar.tsx'
import type { Batch, RowStatus } from '#lib/domain/batches/schema.ts'

/** How many rows have their result, as a bar and in words; nothing of a batch that has not started. */
export function BatchProgress({ batch }: { batch: Batch }) {
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
      </p>
      <ProgressBar label="Rows processed" describedBy="progress" value={ended} max={count} />
      <p className="sr-only" role="status">
        {spokenProgress(batch)}
      </p>
    </div>
  )
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
