import { Money } from '#components/ui/money.tsx'
import { usePreferences } from '#components/ui/preferences.ts'
import { SlipHead } from '#components/ui/slip.tsx'
import { type ApprovalDetails, describeRequest, isLooserRequest } from '#lib/domain/approvals/schema.ts'
import { formatMoney } from '#lib/values/money-text.ts'
import { durationText } from '#lib/values/time-text.ts'
import { OPERATION_LABELS } from './approval-labels.ts'
import { ApprovalPill } from './approval-pill.tsx'

/** The request, its requester, and the time left. */
export function ApprovalHead({ approval, now }: { approval: ApprovalDetails; now: number }) {
  const { amount, currency, status, operation, actor_kind, actor_name, user_email, expires_at } = approval
  const { grouping } = usePreferences()
  return (
    <SlipHead
      amount={
        isLooserRequest(operation) ? (
          OPERATION_LABELS[operation]
        ) : (
          <Money amount={amount} currency={currency} />
        )
      }
    >
      <ApprovalPill status={status} />
      <span className="wrap-anywhere">
        {actor_kind === 'client' ? (
          <>
            <b className="font-semibold text-ink">{actor_name}</b>, an app of {user_email},
          </>
        ) : actor_kind === 'key' ? (
          <>
            The API key <b className="font-semibold text-ink">{actor_name}</b>
            {user_email && <> of {user_email}</>}
          </>
        ) : (
          <b className="font-semibold text-ink">{user_email}</b>
        )}{' '}
        {status === 'waiting' ? 'asks' : 'asked'} to{' '}
        {describeRequest(operation, formatMoney(amount, currency, grouping))}
      </span>
      {status === 'waiting' && (
        <span className="num text-hold">{durationText(Math.max(0, expires_at - now))} left</span>
      )}
    </SlipHead>
  )
}
