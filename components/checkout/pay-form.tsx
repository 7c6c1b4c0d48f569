'use client'
import { useActionState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { QrCodeIcon } from '#components/ui/icons.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { usePreferences } from '#components/ui/preferences.ts'
import { textOf } from '#lib/messages/text.ts'
import type { Language } from '#lib/values/language.ts'
import { currencySymbol, formatMoney } from '#lib/values/money-text.ts'
import { CardFields } from './card-fields.tsx'
import { BankField, type MethodChoices, PayAmountField, UpiField, WalletField } from './method-fields.tsx'
import { FIELDS, type FieldName, type PayMethod, type PayState } from './pay-state.ts'
import { PayerFields } from './payer-fields.tsx'
import { ErrorLinks, PayerForm } from './payer-form.tsx'

type PayFormProps = {
  action: (before: PayState, form: FormData) => Promise<PayState>
  initial: PayState
  language: Language
  method: PayMethod
  order: {
    id: string
    merchant_name: string
    currency: string
    amount_due: number
    amount_least: number
    /** Whether a UPI payment can begin with a QR code or a link to an app. */
    upi_link: boolean
    /** Whether the instrument is entered on the page of the bank. */
    collection: 'direct' | 'hosted'
    /** What is known of whom it is for, masked. */
    customer: { email: string | null; contact: string | null } | null
  }
  banks: MethodChoices
  wallets: MethodChoices
  /** What a link of the test drawer fills in without script. */
  preset: Partial<Record<FieldName, string>>
  /** An automated client uses the page: the focus stays. */
  robot: boolean
}

export function PayForm({
  action,
  initial,
  language,
  method,
  order,
  banks,
  wallets,
  preset,
  robot,
}: PayFormProps) {
  const t = textOf(language)
  const [posted, formAction] = useActionState(action, initial)
  const { grouping } = usePreferences()
  const direct = order.collection === 'direct'
  const inParts = order.amount_least < order.amount_due
  // A response about the card says nothing about a UPI id.
  const state = posted.method === method ? posted : { ...posted, errors: {}, title: null, note: null }
  const values = { ...state.values, ...preset }
  const fields = {
    language,
    errors: state.errors,
    values,
    focused: robot ? null : (firstError(state) ?? (direct ? FIRST[method] : null)),
  }
  const money = (minor: number) => formatMoney(minor, order.currency, grouping)

  return (
    <PayerForm
      id="pay-form"
      language={language}
      action={formAction}
      orderId={order.id}
      formKey={posted.key}
      robot={robot}
      className="mt-4 grid gap-3"
    >
      <input type="hidden" name="method" value={method} />
      <input type="hidden" name="due" value={order.amount_due} />
      {state.values.notes && <input type="hidden" name="notes" value={state.values.notes} />}
      {!direct && state.values.name && <input type="hidden" name="name" value={state.values.name} />}
      <ErrorSummary state={state} />
      {order.collection === 'hosted' && <p className="text-ink-2">{t('pay.hosted_note')}</p>}
      {direct && method === 'card' && (
        <CardFields {...fields} retry={state.note !== null && Boolean(state.errors.number)} />
      )}
      {direct && method === 'upi' && <UpiField {...fields} />}
      {direct && method === 'netbanking' && <BankField {...fields} banks={banks} />}
      {direct && method === 'wallet' && <WalletField {...fields} wallets={wallets} />}
      {inParts && (
        <PayAmountField
          {...fields}
          symbol={currencySymbol(order.currency)}
          hint={t('fields.amount_range', { min: money(order.amount_least), max: money(order.amount_due) })}
        />
      )}
      <PayerFields
        {...fields}
        merchant={order.merchant_name}
        known={order.customer}
        remember={state.values.remember === '1'}
      />
      <Button
        type="submit"
        variant="primary"
        size="large"
        data-pending-text={t('pay.contacting')}
        data-label={t('pay.pay_amount', { amount: '{amount}' })}
        data-label-blank={t('pay.pay')}
        data-currency={order.currency}
        data-grouping={grouping}
        className="mt-1 w-full"
      >
        {t('pay.pay_amount', { amount: money(order.amount_due) })}
      </Button>
      {method === 'upi' && order.upi_link && <UpiLinkButton language={language} />}
    </PayerForm>
  )
}

/** The other way of UPI. Behind the button that Enter presses, and without the browser's own check of the UPI ID. */
function UpiLinkButton({ language }: { language: Language }) {
  const t = textOf(language)
  return (
    <>
      <p className="flex items-center gap-3 text-small text-ink-2 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('pay.or')}
      </p>
      <Button
        type="submit"
        name="flow"
        value="intent"
        formNoValidate
        size="large"
        data-pending-text={t('pay.contacting')}
        className="w-full"
      >
        <QrCodeIcon aria-hidden="true" />
        {t('pay.by_link')}
      </Button>
    </>
  )
}

const FIRST: Record<PayMethod, FieldName> = {
  card: 'number',
  upi: 'vpa',
  netbanking: 'bank',
  wallet: 'wallet',
}

function firstError(state: Pick<PayState, 'errors'>): FieldName | undefined {
  return FIELDS.find((name) => state.errors[name])
}

/** The errors, above the form. Each links to its input; that of a failed payment is at the input alone. */
function ErrorSummary({ state }: { state: Pick<PayState, 'title' | 'note' | 'errors'> }) {
  if (state.title === null) return null
  const errors = FIELDS.flatMap((name) => (state.errors[name] ? [{ name, text: state.errors[name] }] : []))
  return (
    <Notice tone="bad" role="alert" title={state.title}>
      {state.note && <p>{state.note}</p>}
      {state.note === null && errors.length > 0 && <ErrorLinks errors={errors} />}
    </Notice>
  )
}
