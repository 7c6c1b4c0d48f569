'use client'
import { TextField } from '#components/shared/form/fields.tsx'
import { useForm } from '#components/shared/form/staff-form.tsx'
import { useLookup } from '#components/shared/queries.ts'
import { Link } from '#components/ui/link.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { hrefWith } from '#components/ui/query.ts'

const LONGEST = 40

/** The merchant's own number of the order, counted while it is typed, with a warning when an order has it already. */
export function ReceiptField() {
  const { hook, initialOf } = useForm()
  const receipt = String(hook.watch('receipt') ?? initialOf('receipt') ?? '')
  const used = useTimesUsed(receipt.trim())
  return (
    <div>
      <TextField
        name="receipt"
        label="Receipt"
        optional
        aside={`${receipt.length} of ${LONGEST}`}
        hint="Your reference, e.g. an invoice number. Shown to the payer."
        maxLength={LONGEST}
        spellCheck={false}
      />
      <div role="status">
        {used > 0 && (
          <div className="mt-2">
            <Notice tone="wait">
              {used === 1 ? 'An order' : `${used < 10 ? used : '10 or more'} orders`} with this receipt{' '}
              {used === 1 ? 'exists' : 'exist'} already.{' '}
              <Link href={hrefWith('/orders', { receipt: receipt.trim() })} className="link" target="_blank">
                View orders with this receipt
              </Link>
            </Notice>
          </div>
        )}
      </div>
    </div>
  )
}

/** How many orders have the receipt, up to ten. */
function useTimesUsed(receipt: string): number {
  const whole = receipt !== '' && receipt.length <= LONGEST
  const path = whole ? `/orders/receipts?${new URLSearchParams({ receipt })}` : null
  return useLookup<{ count: number }>(path, 350)?.count ?? 0
}
