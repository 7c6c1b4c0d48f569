'use client'
import { useActionState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { usePreferences } from '#components/ui/preferences.ts'
import { TextInput } from '#components/ui/text-input.tsx'
import { textOf } from '#lib/messages/text.ts'
import type { Language } from '#lib/values/language.ts'
import { currencySymbol, formatMoney } from '#lib/values/money-text.ts'
import { Labelled } from './labelled.tsx'
import { PayerForm } from './payer-form.tsx'
import type { OpenState } from './wallet-state.ts'

type WalletPayFormProps = {
  action: (before: OpenState, form: FormData) => Promise<OpenState>
  initial: OpenState
  language: Language
  order: { id: string; currency: string; amount_due: number; amount_least: number }
  /** The most that can be paid now: what is due, or what the wallet holds when that is less. */
  max: number
  robot: boolean
}

/** Pays from the wallet that is open. The amount can be chosen where the order allows parts. */
export function WalletPayForm({ action, initial, language, order, max, robot }: WalletPayFormProps) {
  const t = textOf(language)
  const [state, formAction] = useActionState(action, initial)
  const { grouping } = usePreferences()
  const inParts = order.amount_least < order.amount_due
  const money = (minor: number) => formatMoney(minor, order.currency, grouping)
  return (
    <PayerForm
      language={language}
      action={formAction}
      orderId={order.id}
      formKey={state.key}
      robot={robot}
      className="mt-4 grid gap-3"
    >
      <input type="hidden" name="due" value={order.amount_due} />
      {state.title && (
        <Notice tone="bad" role="alert" title={state.title}>
          {state.note}
        </Notice>
      )}
      {inParts && (
        <Labelled
          language={language}
          name="amount"
          label={t('fields.amount')}
          error={state.error ?? undefined}
          hint={t('fields.amount_range', { min: money(order.amount_least), max: money(max) })}
        >
          {(control) => (
            <TextInput
              {...control}
              inputMode="decimal"
              autoComplete="off"
              figures
              before={currencySymbol(order.currency)}
              maxLength={20}
              defaultValue={state.amount}
            />
          )}
        </Labelled>
      )}
      <Button
        type="submit"
        variant="primary"
        size="large"
        autoFocus={!robot && !inParts}
        data-pending-text={t('wallet.paying')}
        data-label={t('wallet.pay_amount', { amount: '{amount}' })}
        data-label-blank={t('wallet.pay')}
        data-currency={order.currency}
        data-grouping={grouping}
        className="w-full"
      >
        {t('wallet.pay_amount', { amount: money(max) })}
      </Button>
    </PayerForm>
  )
}
