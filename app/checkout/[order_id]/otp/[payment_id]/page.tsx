import { answerBank, answerOtp } from '#app/checkout/actions.ts'
import { newKey } from '#app/checkout/form-state.ts'
import { meansOf } from '#app/checkout/payment-method-labels.ts'
import { atStep, type PaymentParams } from '#app/checkout/queries.ts'
import type { SearchParams } from '#app/checkout/urls.ts'
import { ChoiceForm } from '#components/checkout/choice-form.tsx'
import { OrderHead } from '#components/checkout/order-head.tsx'
import { OtpForm } from '#components/checkout/otp-form.tsx'
import { CardPart, PaperCard, Tear } from '#components/ui/slip.tsx'
import { TEST_OTPS } from '#lib/acquirer/instruments.ts'

export const metadata = { title: 'Enter the OTP' }

/** The bank asks whether it is the payer: the second step of a card payment. */
export default async function OtpPage({
  params,
  searchParams,
}: {
  params: PaymentParams
  searchParams: SearchParams
}) {
  const { order, payment, robot } = await atStep('otp', params, searchParams)
  const { tries_left } = payment
  const wrong =
    tries_left === null
      ? null
      : `Incorrect OTP. ${tries_left === 1 ? '1 attempt' : `${tries_left} attempts`} left.`
  const test =
    order.mode === 'test'
      ? ` Test bank: ${TEST_OTPS.accepted.sentence.toLowerCase()} Try ${TEST_OTPS.accepted.otp}.`
      : ''
  return (
    <PaperCard>
      <OrderHead order={order} amount={payment.amount} />
      <Tear />
      <CardPart>
        <h2 className="mb-1 text-lead font-semibold">Enter the OTP</h2>
        <p className="mb-4 text-ink-2">
          The bank of your {meansOf(payment)} sent you a one-time password (OTP).
        </p>
        <OtpForm
          action={answerOtp}
          initial={{ error: wrong, key: newKey() }}
          orderId={order.id}
          paymentId={payment.id}
          hint={`Sent by SMS to the phone number registered with your bank.${test}`}
          robot={robot}
        />
        <div className="mt-2">
          <ChoiceForm
            action={answerBank}
            orderId={order.id}
            paymentId={payment.id}
            formKey={newKey()}
            choice="refuse"
            label="Cancel this payment"
            pending="Cancelling…"
            look="quiet"
            robot={robot}
          />
        </div>
      </CardPart>
    </PaperCard>
  )
}
