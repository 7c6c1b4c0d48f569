import { ageText, fullTimestampText } from '#lib/values/time-text.ts'
import { CopyButton } from './copy-button.tsx'

/** The four formats of a timestamp. */
export function HintReadings({ unix, zone }: { unix: number; zone: string }) {
  return (
    <dl className="num grid grid-cols-[auto_auto] items-center gap-x-3 gap-y-0.5 [&_dd]:flex [&_dd]:items-center [&_dd]:gap-1 [&_dt]:text-ink-3">
      <dt>Here</dt>
      <dd>{fullTimestampText(unix, zone, { seconds: true })}</dd>
      <dt>UTC</dt>
      <dd>{fullTimestampText(unix, 'UTC', { seconds: true })}</dd>
      <dt>Unix</dt>
      <dd>
        <span className="mono">{unix}</span>
        <CopyButton value={String(unix)} label="Copy Unix seconds" tabIndex={-1} />
      </dd>
      <dt>Age</dt>
      <dd>{ageText(unix, Math.floor(Date.now() / 1000))}</dd>
    </dl>
  )
}
