import { Field } from '#components/ui/field.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { formatMoney } from '#lib/values/money-text.ts'

type AmountTextProps = {
  currency: string
  initial: string
  hint?: string | undefined
  error: string | undefined
}

/** An amount as it is typed in rupees; the server reads it. */
export function AmountText({ currency, initial, hint, error }: AmountTextProps) {
  return (
    <Field label="Amount" required hint={hint} error={error}>
      {(control) => (
        <TextInput
          {...control}
          name="amount"
          figures
          inputMode="decimal"
          autoComplete="off"
          before={formatMoney(0, currency).replace(/[\d.,\s]/g, '')}
          defaultValue={initial}
        />
      )}
    </Field>
  )
}
