import { submitChallengeAction, submitOtpAction } from '#app/checkout/actions.ts'
import { newKey } from '#app/checkout/form-state.ts'
import { atStep, type PaymentParams, stepTitle } from '#app/checkout/queries.ts'
import type { SearchParams } from '#app/checkout/urls.ts'
import { ChoiceForm } from '#components/checkout/choice-form.tsx'
import { CheckoutOrderHead } from '#components/checkout/order-head.tsx'
import { OtpForm } from '#components/checkout/otp-form.tsx'
import { CardPart, PaperCard, Tear } from '#components/ui/slip.tsx'
import { TEST_OTPS } from '#lib/acquirer/instruments.ts'
import { methodLabel } from '#lib/domain/payments/payer-labels.ts'

export const generateMetadata = stepTitle('otp.title')

/** The bank asks whether it is the payer: the second step of a card payment. */
export default async function OtpPage({
  params,
  searchParams,
}: {
  params: PaymentParams
  searchParams: SearchParams
}) {
  const { order, payment, robot, language, t } = await atStep('otp', params, searchParams)
  const { tries_left } = payment
  const wrong = tries_left === null ? null : t('errors.otp_wrong', { count: tries_left })
  const test = order.mode === 'test' ? ` ${t('otp.test_bank', { otp: TEST_OTPS.accepted.otp })}` : ''
  return (
    <PaperCard>
      <CheckoutOrderHead language={language} order={order} amount={payment.amount} />
      <Tear />
      <CardPart>
        <h2 className="mb-1 text-lead font-semibold">{t('otp.title')}</h2>
        <p className="mb-4 text-ink-2">{t('otp.from_bank', { means: methodLabel(t, payment) })}</p>
        <OtpForm
          language={language}
          action={submitOtpAction}
          initial={{ error: wrong, key: newKey() }}
          orderId={order.id}
          paymentId={payment.id}
          hint={`${t('otp.by_sms')}${test}`}
          robot={robot}
        />
        <div className="mt-2">
          <ChoiceForm
            language={language}
            action={submitChallengeAction}
            orderId={order.id}
            paymentId={payment.id}
            formKey={newKey()}
            choice="refuse"
            label={t('otp.cancel')}
            pending={t('otp.cancelling')}
            look="quiet"
            robot={robot}
          />
        </div>
      </CardPart>
    </PaperCard>
  )
}
