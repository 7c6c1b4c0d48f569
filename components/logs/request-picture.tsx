import { Picture, stretchHref } from '#components/charts/picture.tsx'
import { percent } from '#components/charts/scale.ts'
import { usePreferences } from '#components/ui/preferences.ts'
import { MAX_TREND_REQUESTS, type RequestTrend } from '#lib/domain/requests/schema.ts'
import { figures } from '#lib/values/number-text.ts'

/** Requests, errors and the 95th percentile of durations: of a day, unless the list has a period. */
export function RequestPicture({ trend: { step, points } }: { trend: RequestTrend }) {
  const { grouping } = usePreferences()
  const count = (of: number) => `${figures(of, grouping)}${of >= MAX_TREND_REQUESTS ? '+' : ''}`
  const sum = (of: 'count' | 'client_errors' | 'server_errors') =>
    points.reduce((all, point) => all + point[of], 0)
  const errors = sum('client_errors') + sum('server_errors')
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return null
  const period = { from: first.from, to: last.to }
  const slowest = Math.max(0, ...points.map(({ p95 }) => p95 ?? 0))
  const duration = (ms: number) => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`)
  const failed = { status: '4xx,5xx' }
  return (
    <Picture
      title={`Requests by ${step}`}
      step={step}
      points={points}
      href={(point) => stretchHref(point)}
      filled={(point) => point.count > 0}
      plots={[
        {
          title: `Requests by ${step}`,
          short: 'Requests',
          figure: figures(sum('count'), grouping),
          rows: stretchHref(period),
          text: (value) => figures(value, grouping),
          values: (point) => [point.count],
          words: (point) => `${count(point.count)} requests`,
          href: (point) => stretchHref(point),
        },
        {
          title: 'Errors',
          figure: percent(errors, sum('count')),
          rows: stretchHref(period, failed),
          parts: ['5xx', '4xx'],
          fills: ['solid', 'hollow'],
          tone: 'bad',
          text: (value) => figures(value, grouping),
          values: ({ client_errors, server_errors }) => [server_errors, client_errors],
          words: ({ client_errors, server_errors }) =>
            `${figures(server_errors, grouping)} server errors, ${figures(client_errors, grouping)} client errors`,
          href: (point) => stretchHref(point, failed),
        },
        {
          title: '95th percentile, at most',
          short: 'p95',
          figure: duration(slowest),
          as: 'line',
          text: duration,
          values: ({ p95 }) => [p95],
          words: ({ p95 }) => (p95 === null ? 'no requests' : `95 of 100 within ${duration(p95)}`),
          href: (point) => stretchHref(point),
        },
      ]}
      columns={[
        ['Requests', (point) => count(point.count)],
        ['Server errors', ({ server_errors }) => figures(server_errors, grouping)],
        ['Client errors', ({ client_errors }) => figures(client_errors, grouping)],
        ['95th percentile', ({ p95 }) => (p95 === null ? '—' : duration(p95))],
      ]}
    />
  )
}
