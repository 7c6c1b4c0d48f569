import type { ReactNode } from 'react'
import { Link } from '#components/ui/link.tsx'
import { Meter } from '#components/ui/meter.tsx'
import { Money } from '#components/ui/money.tsx'
import { Strip, StripFigure } from '#components/ui/money-strip.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { AppDetails } from '#lib/domain/connected-apps/schema.ts'
import { capitalized } from '#lib/values/text.ts'
import { canWords, ENDED, moveMoney } from './app-labels.ts'

/** The permissions of an app, its limits, and how much it moved. @param spending the picture of what it moved */
export function AppOverview({ value, spending }: { value: AppDetails; spending: ReactNode }) {
  return (
    <div className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-6">
      {value.revoked_at !== null && (
        <Notice title="Disconnected">
          Reason: {ENDED[value.revoked_reason ?? ''] ?? 'expired'}. The app must be connected again to regain
          access.
        </Notice>
      )}
      {value.revoked_at === null && value.user_role === null && (
        <Notice tone="wait" title="Disconnected">
          The user who connected this app is no longer a member. Its requests are rejected.
        </Notice>
      )}
      <Part title="Permissions">
        <ul className="grid gap-1">
          {value.scopes.map((scope) => (
            <li key={scope}>{sentence(canWords(scope))}</li>
          ))}
        </ul>
        <p className="mt-1.5 text-small text-ink-2">Limited to the permissions of the user's role.</p>
      </Part>
      {moveMoney(value.scopes) && <Moves value={value} spending={spending} />}
    </div>
  )
}

function Moves({ value, spending }: { value: AppDetails; spending: ReactNode }) {
  const { currency, limit_per_call, limit_per_day, moved_day, counted_day, waiting } = value
  return (
    <Part title="Limits">
      <Strip>
        <Figure term="Limit per call">
          <Money amount={limit_per_call} currency={currency} />
        </Figure>
        <Figure term="Limit per 24 hours">
          <Money amount={limit_per_day} currency={currency} />
        </Figure>
        <Figure term="Moved in 24 hours">
          <Money amount={moved_day} currency={currency} />
        </Figure>
        <Figure term="Without approval">
          <Money amount={counted_day} currency={currency} />
        </Figure>
      </Strip>
      {limit_per_day !== null && limit_per_day > 0 && (
        <div className="mt-4 max-w-120">
          <Meter
            label="Used of the limit per 24 hours"
            used={Number(counted_day)}
            max={limit_per_day}
            currency={currency}
          />
        </div>
      )}
      <p className="mt-2 text-small text-ink-2">
        {limit_per_call === 0 || limit_per_day === 0
          ? 'Every request that moves money needs approval.'
          : 'Requests above the limits need approval. Approved requests do not count towards the limits.'}{' '}
        All connections of an app with this name for the same user share the limit per 24 hours.{' '}
        {waiting > 0 && (
          <Link
            href={`/approvals?${new URLSearchParams({ status: 'waiting', requester: value.client_name })}`}
            className="link"
          >
            {waiting === 1 ? '1 request waiting' : `${waiting} requests waiting`} now
          </Link>
        )}
      </p>
      {spending && <div className="mt-3">{spending}</div>}
    </Part>
  )
}

function Figure({ term, children }: { term: string; children: ReactNode }) {
  return (
    <StripFigure>
      <dt className="text-small text-ink-2">{term}</dt>
      <dd className="font-[580]">{children}</dd>
    </StripFigure>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-1.5 text-table font-semibold">{title}</h2>
      {children}
    </section>
  )
}

function sentence(clause: string): string {
  return `${capitalized(clause)}.`
}
