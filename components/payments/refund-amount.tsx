import type { RefObject } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { MoneyInput } from '#components/ui/money-input.tsx'
import type { RefundInput, RefundRequest } from './refund-subject.ts'

type RefundAmountProps = {
  form: UseFormReturn<RefundInput, unknown, RefundRequest>
  currency: string
  /** What is left to refund, as the person has seen it. */
  left: number
  /** Set to the field, in which one begins. */
  first: RefObject<HTMLInputElement | null>
}

const SHARES = [25, 50, 100]

/** How much goes back: typed, or a share of what is left. */
export function RefundAmount({ form, currency, left, first }: RefundAmountProps) {
  return (
    <div>
      <Controller
        control={form.control}
        name="amount"
        render={({ field, fieldState }) => (
          <Field label="Amount" error={fieldState.error?.message} required>
            {(control) => (
              <MoneyInput
                {...control}
                currency={currency}
                value={field.value ?? null}
                onChange={(value) => field.onChange(value ?? undefined)}
                onBlur={field.onBlur}
                ref={(input) => {
                  field.ref(input)
                  first.current = input
                }}
              />
            )}
          </Field>
        )}
      />
      <fieldset className="mt-1 flex gap-1.5" aria-label="Refund share">
        {SHARES.map((share) => (
          <Button
            key={share}
            size="small"
            onClick={() => form.setValue('amount', part(left, share), { shouldValidate: true })}
          >
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
