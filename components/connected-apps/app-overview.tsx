import Link from 'next/link'
import type { ReactNode } from 'react'
import { Money } from '#components/ui/money.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { ViewedApp } from '#lib/domain/connected-apps/schema.ts'
import { canWords, ENDED, moveMoney } from './app-labels.ts'

/** What a program may do, how much it may move, and how much it did. */
export function AppOverview({ value }: { value: ViewedApp }) {
  return (
    <div className="mt-5 grid gap-6">
      {value.revoked_at !== null && (
        <Notice title="It acts no more">
          It ended: {ENDED[value.revoked_reason ?? ''] ?? 'it is over'}. To act again it has to ask again.
        </Notice>
      )}
      {value.revoked_at === null && value.user_role === null && (
        <Notice tone="wait" title="It acts no more">
          Whoever allowed it is no longer a member, so its calls are refused.
        </Notice>
      )}
      <Part title="It can">
        <ul className="grid gap-1">
          {value.scopes.map((scope) => (
            <li key={scope}>{sentence(canWords(scope))}</li>
          ))}
        </ul>
        <p className="mt-1.5 text-small text-ink-2">
          And never more than the role of the person lets them do.
        </p>
      </Part>
      {moveMoney(value.scopes) && <Moves value={value} />}
    </div>
  )
}

function Moves({ value }: { value: ViewedApp }) {
  const { currency, limit_per_call, limit_per_day, moved_day, counted_day, waiting } = value
  return (
    <Part title="Money">
      <dl className="money-strip">
        <Figure term="Limit per call">
          <Money amount={limit_per_call} currency={currency} />
        </Figure>
        <Figure term="Limit per 24 hours">
          <Money amount={limit_per_day} currency={currency} />
        </Figure>
        <Figure term="Moved in 24 hours">
          <Money amount={moved_day} currency={currency} />
        </Figure>
        <Figure term="Of that by itself">
          <Money amount={counted_day} currency={currency} />
        </Figure>
      </dl>
      <p className="mt-2 text-small text-ink-2">
        {limit_per_call === 0 || limit_per_day === 0
          ? 'Every call that moves money waits until somebody of the staff approves it.'
          : 'What goes beyond the limits waits until somebody of the staff approves it; what was approved does not count towards them.'}{' '}
        {waiting > 0 && (
          <Link
            href={`/approvals?${new URLSearchParams({ status: 'waiting', asker: value.client_name })}`}
            prefetch={false}
            className="link"
          >
            {waiting === 1 ? '1 call waits' : `${waiting} calls wait`} now
          </Link>
        )}
      </p>
    </Part>
  )
}

function Figure({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-small text-ink-2">{term}</dt>
      <dd className="font-[580]">{children}</dd>
    </div>
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
  return `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`
}
