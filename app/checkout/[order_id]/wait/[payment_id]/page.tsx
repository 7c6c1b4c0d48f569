import { submitChallengeAction } from '#app/checkout/actions.ts'
import { newKey } from '#app/checkout/form-state.ts'
import { atStep, type PaymentParams, stepTitle } from '#app/checkout/queries.ts'
import { type SearchParams, single, stepUrl } from '#app/checkout/urls.ts'
import { ChoiceForm } from '#components/checkout/choice-form.tsx'
import { CheckoutOrderHead } from '#components/checkout/order-head.tsx'
import { UpiCode, Waiting } from '#components/checkout/waiting.tsx'
import { DocumentButton } from '#components/ui/button.tsx'
import { CardPart, PaperCard, Tear } from '#components/ui/slip.tsx'
import { methodLabel } from '#lib/domain/payments/payer-labels.ts'
import { formatMoney } from '#lib/values/money-text.ts'

export const generateMetadata = stepTitle('wait.title')

/** What is said while the payment waits for each of these; the bank for every other. */
const STEPS: Record<string, 'approve' | 'scan' | 'hosted'> = {
  collect: 'approve',
  intent: 'scan',
  hosted: 'hosted',
}

/** The payer approves in an app of theirs, or the bank takes its time. The page moves on by itself. */
export default async function WaitPage({
  params,
  searchParams,
}: {
  params: PaymentParams
  searchParams: SearchParams
}) {
  const { order, payment, robot, language, t } = await atStep('wait', params, searchParams)
  const here = stepUrl('wait', order.id, payment.id, robot)
  const step = STEPS[payment.waits_for ?? 'bank'] ?? 'bank'
  const leads = !robot && single((await searchParams).leads) === '1'
  const ids = { orderId: order.id, paymentId: payment.id }
  const common = { action: submitChallengeAction, language, ...ids, formKey: newKey(), robot }
  return (
    <PaperCard>
      <CheckoutOrderHead language={language} order={order} amount={payment.amount} />
      <Tear />
      <CardPart>
        <Waiting language={language} step={step} means={methodLabel(t, payment)} />
        {payment.hosted_url !== null && (
          <DocumentButton href={payment.hosted_url} variant="primary" size="large" className="mt-4 w-full">
            {t('wait.hosted_continue')}
          </DocumentButton>
        )}
        {payment.hosted_url !== null && leads && (
          <meta httpEquiv="refresh" content={`1;url=${payment.hosted_url}`} />
        )}
        {payment.upi_link !== null && (
          <UpiCode
            language={language}
            link={payment.upi_link}
            amount={formatMoney(payment.amount, payment.currency)}
          />
        )}
        <p
          className="mt-3"
          data-wait-status={`/checkout/${order.id}/wait/${payment.id}/status`}
          data-wait-href={here}
        >
          <a href={here} className="link">
            {t('wait.check')}
          </a>
        </p>
        {!leads && (
          <noscript>
            <meta httpEquiv="refresh" content="5" />
          </noscript>
        )}
        {(step === 'approve' || step === 'scan') && (
          <div className="mt-4 grid gap-2">
            {order.mode === 'test' && (
              <div className="rounded-control border border-line bg-wait-tint p-3">
                <p className="mb-2 text-small">{t(step === 'scan' ? 'wait.test_app' : 'wait.test_choose')}</p>
                <div className="grid grid-cols-2 gap-2">
                  <ChoiceForm
                    {...common}
                    choice="approve"
                    label={t(step === 'scan' ? 'wait.pay_in_test_app' : 'wait.approve')}
                    pending={t('bank.approving')}
                  />
                  <ChoiceForm
                    {...common}
                    choice="refuse"
                    label={t('wait.refuse')}
                    pending={t('bank.refusing')}
                  />
                </div>
              </div>
            )}
            <ChoiceForm
              {...common}
              formKey={newKey()}
              choice="refuse"
              label={t('otp.cancel')}
              pending={t('otp.cancelling')}
              look="quiet"
            />
          </div>
        )}
      </CardPart>
    </PaperCard>
  )
}
