import type { ReactNode } from 'react'
import { Count } from '#components/ui/count.tsx'
import { Link } from '#components/ui/link.tsx'
import { chip } from '#components/ui/looks.ts'
import { Money } from '#components/ui/money.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Cell, ColumnHead, RowHead, Table, TableHead, TableRow } from '#components/ui/table.tsx'
import { Time } from '#components/ui/time.tsx'
import { ENDING_NOW, type KeyDetails, keyStateOf, movesMoneyOut } from '#lib/domain/api-keys/schema.ts'
import { DAY } from '#lib/values/time.ts'
import { scopeWords } from './key-labels.ts'

/** The permissions and limits of a key, and its callers. */
export function KeyOverview({ value, now }: { value: KeyDetails; now: number }) {
  return (
    <div className="mt-5 grid gap-6">
      <Expiry value={value} now={now} />
      <Replacement value={value} now={now} />
      <Part title="Permissions">
        <ul className="flex flex-wrap gap-1.5">
          {scopeWords(value.scopes).map((word) => (
            <li key={word} className={chip}>
              {word}
            </li>
          ))}
        </ul>
      </Part>
      <Part title="Allowed IP addresses">
        {value.allowed_addresses.length === 0 ? (
          <p className="text-ink-2">Any. An allow list limits the use of a leaked secret.</p>
        ) : (
          <ul className="mono flex flex-wrap gap-x-4 gap-y-1">
            {value.allowed_addresses.map((network) => (
              <li key={network}>{network}</li>
            ))}
          </ul>
        )}
      </Part>
      <Ceilings value={value} />
      {movesMoneyOut(value.scopes) && (
        <Part title="Approval threshold">
          {value.approval_above === null ? (
            <p className="text-ink-2">Same as the key's creator.</p>
          ) : (
            <Money amount={value.approval_above} currency={value.currency} />
          )}
        </Part>
      )}
      <Usage value={value} />
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

/** A warning while there is time to rotate the key. */
function Expiry({ value, now }: { value: KeyDetails; now: number }) {
  const { expires_at, replaced_by } = value
  if (expires_at === null || replaced_by !== null || keyStateOf(value, now) !== 'ending') return null
  const days = Math.ceil((expires_at - now) / DAY)
  return (
    <Notice
      tone={expires_at - now <= ENDING_NOW ? 'bad' : 'wait'}
      role="status"
      title={days === 1 ? 'Expires within a day' : `Expires in ${days} days`}
    >
      Its requests are rejected from <Time at={expires_at} form="full" />. Rotate it if an app still needs it.
    </Notice>
  )
}

/** While two keys do one job: how much still comes with the old one. */
function Replacement({ value, now }: { value: KeyDetails; now: number }) {
  if (value.replaced_by === null) return null
  const state = keyStateOf(value, now)
  const calls = <Count of={value.calls_since_replaced} noun="request" />
  if (state === 'revoked' || state === 'expired')
    return <Notice title="Replaced by another key">{calls} with this key since.</Notice>
  const quiet = value.last_used_at === null || now - value.last_used_at > 3600
  return (
    <Notice tone={quiet ? 'good' : 'wait'} role="status" title="Replacement in progress">
      <p>
        {calls} with this key since the replacement, <Count of={value.calls_hour} noun="request" /> in the
        last hour. Expires <Time at={value.expires_at} />.
      </p>
      <p>
        {quiet
          ? 'No recent requests. The key can be revoked.'
          : 'The key is still in use. See its callers below.'}
      </p>
    </Notice>
  )
}

function Ceilings({ value }: { value: KeyDetails }) {
  const { refund_limit, refund_day_limit, refunded_day, currency } = value
  const refunds = value.scopes.length === 0 || value.scopes.includes('refunds:write')
  if (!refunds) return null
  return (
    <Part title="Refunds">
      {refund_limit === null && refund_day_limit === null ? (
        <p className="text-ink-2">
          No limit. Refunded <Money amount={refunded_day} currency={currency} /> in the last 24 hours.
        </p>
      ) : (
        <p className="num">
          {refund_limit !== null && (
            <>
              Up to <Money amount={refund_limit} currency={currency} /> per refund.{' '}
            </>
          )}
          {refund_day_limit !== null && (
            <>
              <Money amount={refunded_day} currency={currency} /> of{' '}
              <Money amount={refund_day_limit} currency={currency} /> refunded in the last 24 hours.
            </>
          )}
        </p>
      )}
    </Part>
  )
}

function Usage({ value }: { value: KeyDetails }) {
  return (
    <Part title="Usage">
      <p className="mb-2 text-ink-2">
        <Count of={value.calls_day} noun="request" /> in the last 24 hours, <Count of={value.refused_day} />{' '}
        rejected.{' '}
        <Link href={`/logs?actor=${value.id}`} className="link">
          View requests
        </Link>
      </p>
      {value.callers.length > 0 && (
        <Table caption="Callers in the last 7 days, latest first">
          <TableHead>
            <ColumnHead>From</ColumnHead>
            <ColumnHead show="52rem">User agent</ColumnHead>
            <ColumnHead align="end">Calls</ColumnHead>
            <ColumnHead align="end">Last</ColumnHead>
          </TableHead>
          <tbody>
            {value.callers.map(({ ip, user_agent, calls, last_at }) => (
              <TableRow key={`${ip} ${user_agent}`}>
                <RowHead className="mono">{ip ?? 'unknown'}</RowHead>
                <Cell show="52rem" place="detail">
                  <span className="inline-block max-w-60 truncate align-bottom" title={user_agent ?? ''}>
                    {user_agent ?? '—'}
                  </span>
                </Cell>
                <Cell align="end" place="amount" label="Calls">
                  <Count of={calls} />
                </Cell>
                <Cell align="end" place="note" label="Last">
                  <Time at={last_at} />
                </Cell>
              </TableRow>
            ))}
          </tbody>
        </Table>
      )}
    </Part>
  )
}
