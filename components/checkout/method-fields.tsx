import { Select } from '#components/ui/select.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { textOf } from '#lib/messages/text.ts'
import type { FieldsProps } from './fields-props.ts'
import { Labelled } from './labelled.tsx'

export function UpiField({ language, errors, values, focused }: FieldsProps) {
  const t = textOf(language)
  return (
    <Labelled
      language={language}
      name="vpa"
      missing={t('errors.vpa_missing')}
      invalid={t('errors.vpa_invalid')}
      label={t('fields.vpa')}
      error={errors.vpa}
      hint={t('fields.vpa_hint')}
    >
      {(control) => (
        <TextInput
          {...control}
          autoFocus={focused === 'vpa'}
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={320}
          placeholder={t('fields.vpa_example')}
          defaultValue={values.vpa}
        />
      )}
    </Labelled>
  )
}

/** Codes and names, in the order in which they are offered. */
export type MethodChoices = Record<string, string>

export function BankField({
  language,
  errors,
  values,
  focused,
  banks,
}: FieldsProps & { banks: MethodChoices }) {
  const t = textOf(language)
  return (
    <Labelled
      language={language}
      name="bank"
      missing={t('errors.bank_missing')}
      invalid={t('errors.bank_invalid')}
      label={t('fields.bank')}
      error={errors.bank}
      hint={t('fields.bank_hint')}
    >
      {(control) => (
        <Select {...control} autoFocus={focused === 'bank'} defaultValue={values.bank ?? ''}>
          <option value="">{t('fields.bank_choose')}</option>
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

export function WalletField({
  language,
  errors,
  values,
  focused,
  wallets,
}: FieldsProps & { wallets: MethodChoices }) {
  const t = textOf(language)
  return (
    <Labelled
      language={language}
      name="wallet"
      missing={t('errors.wallet_missing')}
      invalid={t('errors.wallet_invalid')}
      label={t('fields.wallet')}
      error={errors.wallet}
      hint={t('fields.wallet_hint')}
    >
      {(control) => (
        <Select {...control} autoFocus={focused === 'wallet'} defaultValue={values.wallet ?? ''}>
          <option value="">{t('fields.wallet_choose')}</option>
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
export function PayAmountField({
  language,
  errors,
  values,
  hint,
  symbol,
}: FieldsProps & { hint: string; symbol: string }) {
  const t = textOf(language)
  return (
    <Labelled
      language={language}
      name="amount"
      missing={t('errors.amount_missing')}
      invalid={t('errors.amount_invalid')}
      label={t('fields.amount')}
      error={errors.amount}
      hint={hint}
    >
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
