import type { RefObject } from 'react'
import { AmountField } from '#components/shared/form/fields.tsx'
import { useForm } from '#components/shared/form/staff-form.tsx'
import { Button } from '#components/ui/button.tsx'
import { decimalOf } from '#lib/values/money-text.ts'

type RefundAmountProps = {
  currency: string
  /** The refundable amount that the person saw. */
  left: number
  /** Set to the field, in which one begins. */
  first: RefObject<HTMLInputElement | null> | undefined
}

const SHARES = [25, 50, 100]

/** The amount of the refund: typed, or a share of the remaining amount. */
export function RefundAmount({ currency, left, first }: RefundAmountProps) {
  const { hook } = useForm()
  const set = (share: number) =>
    hook.setValue('amount', decimalOf(part(left, share), currency), { shouldValidate: true })
  return (
    <div>
      <AmountField name="amount" label="Amount" required currency={currency} inputRef={first} />
      <fieldset className="mt-1 flex gap-1.5 noscript:hidden" aria-label="Refund share">
        {SHARES.map((share) => (
          <Button key={share} size="small" onClick={() => set(share)}>
            {share}%
          </Button>
        ))}
      </fieldset>
    </div>
  )
}

function part(amount: number, share: number): number {
  return share === 100 ? amount : Math.floor((amount * share) / 100)
}
