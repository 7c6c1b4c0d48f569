import { Link } from '#components/ui/link.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Time } from '#components/ui/time.tsx'
import type { KeyDetails } from '#lib/domain/api-keys/schema.ts'

/** The caller that would fail if the key ended now. */
export function LastCaller({ value, now }: { value: KeyDetails; now: number }) {
  const { last_used_at, last_used_ip, last_used_agent, calls_hour, calls_day } = value
  if (last_used_at === null) return <Notice tone="good">This key has never been used.</Notice>
  const busy = now - last_used_at < 86_400
  return (
    <Notice tone={busy ? 'wait' : 'good'} title={busy ? 'Key in use' : 'No requests for 24 hours'}>
      <p>
        Last request <Time at={last_used_at} /> from{' '}
        <span className="mono">{last_used_ip ?? 'an unknown address'}</span>
        {last_used_agent && `, by ${last_used_agent}`}. {calls_hour} in the last hour, {calls_day} in the last
        24 hours.
      </p>
      <p>
        <Link href={`/logs?actor=${value.id}`} className="link">
          View requests
        </Link>
      </p>
    </Notice>
  )
}
