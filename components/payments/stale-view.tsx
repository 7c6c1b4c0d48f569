import { Button } from '#components/ui/button.tsx'
import { Money } from '#components/ui/money.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { RefundSubject } from './refund-subject.ts'

/** Another person has refunded meanwhile: nothing was done, and the person must see the new remaining amount first. */
export function StaleView({
  payment,
  expected,
  onLookAgain,
}: {
  payment: RefundSubject
  expected: number
  onLookAgain: () => void
}) {
  const known = payment.refundable !== expected
  return (
    <Notice tone="wait" role="alert" title="The refundable amount has changed">
      <p>
        {known ? (
          <>
            It was <Money amount={expected} currency={payment.currency} /> and is{' '}
            <Money amount={payment.refundable} currency={payment.currency} /> now.
          </>
        ) : (
          'Part of this payment was refunded meanwhile.'
        )}{' '}
        No refund was issued.
      </p>
      {known && payment.refundable > 0 && (
        <Button size="small" className="mt-2" onClick={onLookAgain}>
          Continue with the new amount
        </Button>
      )}
    </Notice>
  )
}
