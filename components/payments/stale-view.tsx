import { Button } from '#components/ui/button.tsx'
import { Money } from '#components/ui/money.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { RefundSubject } from './refund-subject.ts'

/** Somebody else has refunded meanwhile: nothing was done here, and what is left now has to be seen first. */
export function StaleView({
  payment,
  seen,
  onLookAgain,
}: {
  payment: RefundSubject
  seen: number
  onLookAgain: () => void
}) {
  const known = payment.refundable !== seen
  return (
    <Notice tone="wait" role="alert" title="What is left has changed since you looked">
      <p>
        {known ? (
          <>
            It was <Money amount={seen} currency={payment.currency} /> and is{' '}
            <Money amount={payment.refundable} currency={payment.currency} /> now.
          </>
        ) : (
          'Somebody refunded a part of this payment.'
        )}{' '}
        Nothing was refunded here.
      </p>
      {known && payment.refundable > 0 && (
        <Button size="small" className="mt-2" onClick={onLookAgain}>
          Go on with what is left
        </Button>
      )}
    </Notice>
  )
}
