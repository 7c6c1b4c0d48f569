import { Select } from '#components/ui/select.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import type { FieldsProps } from './fields-props.ts'
import { Labelled } from './labelled.tsx'

export function UpiField({ errors, values, focused }: FieldsProps) {
  return (
    <Labelled name="vpa" label="UPI ID" error={errors.vpa} hint="You approve the payment in your UPI app.">
      {(control) => (
        <TextInput
          {...control}
          autoFocus={focused === 'vpa'}
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={320}
          placeholder="name@bank"
          defaultValue={values.vpa}
        />
      )}
    </Labelled>
  )
}

/** Codes and names, in the order in which they are offered. */
export type Choices = Record<string, string>

export function BankField({ errors, values, focused, banks }: FieldsProps & { banks: Choices }) {
  return (
    <Labelled name="bank" label="Bank" error={errors.bank} hint="You sign in on your bank's page.">
      {(control) => (
        <Select {...control} autoFocus={focused === 'bank'} defaultValue={values.bank ?? ''}>
          <option value="">Choose your bank</option>
          {Object.entries(banks).map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Labelled>
  )
}

export function WalletField({ errors, values, focused, wallets }: FieldsProps & { wallets: Choices }) {
  return (
    <Labelled
      name="wallet"
      label="Wallet"
      error={errors.wallet}
      hint="You approve the payment on your wallet's page."
    >
      {(control) => (
        <Select {...control} autoFocus={focused === 'wallet'} defaultValue={values.wallet ?? ''}>
          <option value="">Choose your wallet</option>
          {Object.entries(wallets).map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Labelled>
  )
}

/** For an order that may be paid in parts. */
export function AmountField({
  errors,
  values,
  hint,
  symbol,
}: FieldsProps & { hint: string; symbol: string }) {
  return (
    <Labelled name="amount" label="Amount to pay now" error={errors.amount} hint={hint}>
      {(control) => (
        <TextInput
          {...control}
          inputMode="decimal"
          autoComplete="off"
          figures
          before={symbol}
          maxLength={20}
          defaultValue={values.amount}
        />
      )}
    </Labelled>
  )
}
