import { answerBank } from '#app/checkout/actions.ts'
import { newKey } from '#app/checkout/form-state.ts'
import { meansOf } from '#app/checkout/payment-method-labels.ts'
import { atStep, type PaymentParams } from '#app/checkout/queries.ts'
import { type SearchParams, stepUrl } from '#app/checkout/urls.ts'
import { ChoiceForm } from '#components/checkout/choice-form.tsx'
import { OrderHead } from '#components/checkout/order-head.tsx'
import { CardPart, PaperCard, Tear } from '#components/ui/slip.tsx'

export const metadata = { title: 'Waiting' }

/** The payer approves in an app of theirs, or the bank takes its time. The page moves on by itself. */
export default async function WaitPage({
  params,
  searchParams,
}: {
  params: PaymentParams
  searchParams: SearchParams
}) {
  const { order, payment, robot } = await atStep('wait', params, searchParams)
  const here = stepUrl('wait', order.id, payment.id, robot)
  const asked = payment.waits_for === 'collect'
  const common = { action: answerBank, orderId: order.id, paymentId: payment.id, formKey: newKey(), robot }
  return (
    <PaperCard>
      <OrderHead order={order} amount={payment.amount} />
      <Tear />
      <CardPart>
        <div role="status">
          <h2 className="text-lead font-semibold">
            {asked ? 'Approve the payment in your app' : 'Waiting for the bank'}
          </h2>
          <p className="mt-1 text-ink-2">
            {asked
              ? `We sent a request to ${meansOf(payment)}. This page updates when you approve or decline it.`
              : "You don't need to do anything or pay again. This page updates when the bank responds."}
          </p>
        </div>
        <p
          className="mt-3"
          data-wait-status={`/checkout/${order.id}/wait/${payment.id}/status`}
          data-wait-href={here}
        >
          <a href={here} className="link">
            Check status
          </a>
        </p>
        <noscript>
          <meta httpEquiv="refresh" content="5" />
        </noscript>
        {asked && (
          <div className="mt-4 grid gap-2">
            {order.mode === 'test' && (
              <div className="rounded-control border border-line bg-wait-tint p-3">
                <p className="mb-2 text-small">Test mode: choose the payer's response.</p>
                <div className="grid grid-cols-2 gap-2">
                  <ChoiceForm {...common} choice="approve" label="Approve" pending="Approving…" />
                  <ChoiceForm {...common} choice="refuse" label="Refuse" pending="Refusing…" />
                </div>
              </div>
            )}
            <ChoiceForm
              {...common}
              formKey={newKey()}
              choice="refuse"
              label="Cancel this payment"
              pending="Cancelling…"
              look="quiet"
            />
          </div>
        )}
      </CardPart>
    </PaperCard>
  )
}
