import type { Metadata } from 'next'
import { allReasons } from '#lib/api-docs/reasons.ts'
import { reference } from '#lib/surfaces/reference.ts'

export const metadata: Metadata = {
  title: 'Errors',
  description: 'Every error reason, what it means and what to do.',
}

export default function ErrorsPage() {
  const operations = reference().resources.flatMap(({ operations: all }) => all)
  const usedBy = (reason: string) =>
    operations.filter(({ errors }) => errors.some((each) => each.reason === reason))
  return (
    <div className="max-w-[720px]">
      <h1 className="text-title font-semibold">Errors</h1>
      <p className="mt-1 text-ink-2">
        Every error has one of these reasons. The list is closed, so your code can branch on it.{' '}
        <a href="/docs/guides/errors" className="link">
          How to handle errors
        </a>
      </p>
      <ul className="mt-5 border-t border-line">
        {allReasons().map(({ reason, status, code, source, step, means, advice }) => {
          const used = usedBy(reason)
          return (
            <li
              key={reason}
              id={reason}
              className="scroll-mt-18 border-b border-line py-3 target:bg-accent-tint"
            >
              <h2 className="flex flex-wrap items-baseline gap-x-2.5">
                <a href={`#${reason}`} className="mono font-semibold break-all hover:underline">
                  {reason}
                </a>
                <span className="num text-small font-normal text-ink-3">
                  {status} · {code}
                  {source !== 'NA' && ` · ${source}`}
                  {step !== 'NA' && ` · ${step}`}
                </span>
              </h2>
              <p className="mt-0.5">{means}</p>
              <p className="text-ink-2">{advice}</p>
              <Where used={used} all={operations.length} reason={reason} />
            </li>
          )
        })}
      </ul>
    </div>
  )
}

type WhereProps = { used: { id: string; resource: string; title: string }[]; all: number; reason: string }

function Where({ used, all, reason }: WhereProps) {
  const everywhere = used.length > all / 3 || ['route_not_found', 'method_not_allowed'].includes(reason)
  if (everywhere) return null
  if (used.length === 0)
    return <p className="text-small text-ink-3">Only in the dashboard and at checkout.</p>
  return (
    <p className="text-small text-ink-3">
      {used.map(({ id, resource, title }, index) => (
        <span key={id}>
          {index > 0 && ' · '}
          <a href={`/docs/reference/${resource}/${id}`} className="hover:underline">
            {title}
          </a>
        </span>
      ))}
    </p>
  )
}
