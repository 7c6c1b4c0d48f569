import type { ReactNode } from 'react'
import { Picture } from '#components/charts/picture.tsx'
import { Count } from '#components/ui/count.tsx'
import { Link } from '#components/ui/link.tsx'
import { usePreferences } from '#components/ui/preferences.ts'
import { Time } from '#components/ui/time.tsx'
import type { WebhookStats } from '#lib/domain/webhooks/schema/stats.ts'
import type { ListedWebhook } from '#lib/domain/webhooks/schema.ts'
import { figures } from '#lib/values/number-text.ts'
import { HOUR } from '#lib/values/time.ts'
import { millisecondsText, shareText } from './webhook-labels.ts'

type HealthProps = { webhook: ListedWebhook; stats: WebhookStats }

/** Whether an endpoint works: its last 24 hours in figures, before anything of how it is configured. */
export function WebhookHealth({ webhook, stats }: HealthProps) {
  const { attempts, accepted, p95_ms, last_failed_at } = stats
  const failed = attempts - accepted
  return (
    <dl
      aria-label="Health, last 24 hours"
      className="mt-5 grid grid-cols-4 gap-x-6 gap-y-4 border-y border-line py-4 max-phone:grid-cols-2"
    >
      <Figure
        term="Success, 24 h"
        value={shareText(accepted, attempts)}
        bad={failed > 0}
        note={
          attempts === 0 ? (
            'No attempts'
          ) : (
            <>
              <Count of={accepted} /> of <Count of={attempts} /> attempts, last{' '}
              <Time at={webhook.last_attempt_at} />
            </>
          )
        }
      />
      <Figure
        term="Latency, p95"
        value={millisecondsText(p95_ms)}
        note={`Times out after ${webhook.timeout_ms / 1000} s`}
      />
      <Figure
        term="Last failure"
        value={last_failed_at === null ? 'None' : <Time at={last_failed_at} focusable />}
        note={
          last_failed_at === null ? (
            'in 24 hours'
          ) : (
            <Link href={`/webhooks/${webhook.id}?state=failed`} className="link">
              {last_failed_at === webhook.last_attempt_at && webhook.last_error !== null
                ? webhook.last_error
                : 'Failed deliveries'}
            </Link>
          )
        }
      />
      <Figure
        term="Delivered, 24 h"
        value={<Count of={webhook.delivered} />}
        note={
          <>
            <Count of={webhook.failed} /> failed, <Count of={webhook.pending} /> pending
          </>
        }
      />
    </dl>
  )
}

type FigureProps = { term: string; value: ReactNode; note: ReactNode; bad?: boolean }

function Figure({ term, value, note, bad = false }: FigureProps) {
  return (
    <div className="min-w-0">
      <dt className="text-small text-ink-2">{term}</dt>
      <dd className={`num text-title font-semibold tracking-[-0.012em] ${bad ? 'text-bad' : ''}`}>{value}</dd>
      <dd className="num text-small text-ink-2 wrap-anywhere">{note}</dd>
    </div>
  )
}

/** Attempts, failures and latency by hour. */
export function WebhookPicture({ stats }: { stats: WebhookStats }) {
  const { grouping } = usePreferences()
  if (stats.attempts === 0) return null
  const failures = stats.attempts - stats.accepted
  const points = stats.hours.map((hour, at) => {
    const from = stats.from + at * HOUR
    return { ...hour, name: String(from), from, to: from + HOUR - 1, failed: hour.attempts - hour.accepted }
  })
  return (
    <Picture
      open
      title="Attempts by hour"
      step="hour"
      points={points}
      filled={({ attempts }) => attempts > 0}
      plots={[
        {
          title: 'Succeeded',
          figure: figures(stats.accepted, grouping),
          text: (value) => figures(value, grouping),
          values: ({ accepted }) => [accepted],
          words: ({ attempts, accepted }) =>
            `${figures(accepted, grouping)} of ${figures(attempts, grouping)} attempts succeeded`,
        },
        ...(failures === 0
          ? []
          : [
              {
                title: 'Failed',
                figure: figures(failures, grouping),
                tone: 'bad' as const,
                text: (value: number) => figures(value, grouping),
                values: ({ failed }: { failed: number }) => [failed],
                words: ({ failed }: { failed: number }) => `${figures(failed, grouping)} failed`,
              },
            ]),
        {
          title: 'Latency, p95',
          figure: millisecondsText(stats.p95_ms),
          as: 'line',
          text: millisecondsText,
          values: ({ p95_ms }) => [p95_ms],
          words: ({ p95_ms }) =>
            p95_ms === null ? 'no attempts' : `95 of 100 within ${millisecondsText(p95_ms)}`,
        },
      ]}
      columns={[
        ['Succeeded', ({ accepted }) => figures(accepted, grouping)],
        ['Failed', ({ failed }) => figures(failed, grouping)],
        ['Latency, p95', ({ p95_ms }) => millisecondsText(p95_ms)],
      ]}
    />
  )
}
