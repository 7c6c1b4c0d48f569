import { submitChallengeAction } from '#app/checkout/actions.ts'
import { newKey } from '#app/checkout/form-state.ts'
import { atStep, type PaymentParams, stepTitle } from '#app/checkout/queries.ts'
import type { SearchParams } from '#app/checkout/urls.ts'
import { ChoiceForm } from '#components/checkout/choice-form.tsx'
import { PaymentMark } from '#components/checkout/method-mark.tsx'
import { Money } from '#components/ui/money.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { CardPart, PaperCard, Tear } from '#components/ui/slip.tsx'
import { bankName, walletName } from '#lib/domain/payments/payer-labels.ts'

export const generateMetadata = stepTitle('bank.title')

/** Simulates the page of a bank or a wallet, where a payer signs in and approves. Test mode only. */
export default async function BankPage({
  params,
  searchParams,
}: {
  params: PaymentParams
  searchParams: SearchParams
}) {
  const { order, payment, robot, language, t } = await atStep('bank', params, searchParams)
  const name = payment.method === 'wallet' ? walletName(t, payment) : bankName(t, payment)
  const ids = { orderId: order.id, paymentId: payment.id }
  const common = { action: submitChallengeAction, language, ...ids, formKey: newKey(), robot }
  return (
    <PaperCard>
      <CardPart>
        <p className="text-ink-2">
          <PaymentMark payment={payment} /> {t('bank.in_place_of', { bank: name })}
        </p>
        <h1 className="text-title font-semibold">{t('bank.title')}</h1>
      </CardPart>
      <Tear />
      <CardPart>
        <Notice tone="wait" title={t('bank.not_real', { bank: name })}>
          {t('bank.note')}
        </Notice>
        <p className="my-4">
          {t.rich('bank.asks', {
            merchant: order.merchant_name,
            amount: () => (
              <b className="font-semibold">
                <Money amount={payment.amount} currency={payment.currency} />
              </b>
            ),
          })}
        </p>
        <div className="grid grid-cols-2 gap-2">
          <ChoiceForm
            {...common}
            choice="approve"
            label={t('bank.success')}
            pending={t('bank.approving')}
            look="primary"
          />
          <ChoiceForm {...common} choice="refuse" label={t('bank.failure')} pending={t('bank.refusing')} />
        </div>
      </CardPart>
    </PaperCard>
  )
}
