import { DescriptionList } from '#components/ui/description-list.tsx'
import { Notice } from '#components/ui/notice.tsx'
import {
  FAILURE_MESSAGES,
  reasonWord,
  sourceWord,
  stepWord,
} from '#lib/domain/payments/schema/failure-messages.ts'
import type { PaymentDetails } from '#lib/domain/payments/schema.ts'

/** Why a payment failed: where and at what, in a sentence; who has to act; and whether a retry helps. */
export function FailureCard({ payment }: { payment: PaymentDetails }) {
  const { error_reason: reason, error_source, error_step } = payment
  const known = reason === null ? undefined : FAILURE_MESSAGES[reason]
  const path = [
    sourceWord(error_source),
    stepWord(error_step),
    reason === null ? null : reasonWord(reason).toLowerCase(),
  ].filter(Boolean)
  return (
    <div className="my-5">
      <Notice tone="bad" title={payment.error_description ?? 'The payment failed.'}>
        <p className="mt-1 text-ink-2">{path.join(' → ')}</p>
        {known && (
          <DescriptionList className="mt-2">
            <dt>Next step</dt>
            <dd>{known.act}</dd>
            <dt>Retry</dt>
            <dd>{known.retry} The order can still be paid.</dd>
          </DescriptionList>
        )}
        {reason && (
          <p className="mt-2 text-small text-ink-2">
            <span className="mono">
              {payment.error_code} · {reason}
            </span>
          </p>
        )}
      </Notice>
    </div>
  )
}
