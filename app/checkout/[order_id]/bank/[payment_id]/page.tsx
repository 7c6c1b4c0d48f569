import { answerBank } from '#app/checkout/actions.ts'
import { newKey } from '#app/checkout/form-state.ts'
import { bankName, walletName } from '#app/checkout/payment-method-labels.ts'
import { atStep, type PaymentParams } from '#app/checkout/queries.ts'
import type { SearchParams } from '#app/checkout/urls.ts'
import { ChoiceForm } from '#components/checkout/choice-form.tsx'
import { Money } from '#components/ui/money.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { CardPart, PaperCard, Tear } from '#components/ui/slip.tsx'

export const metadata = { title: 'Test bank' }

/** Simulates the page of a bank or a wallet, where a payer signs in and approves. Test mode only. */
export default async function BankPage({
  params,
  searchParams,
}: {
  params: PaymentParams
  searchParams: SearchParams
}) {
  const { order, payment, robot } = await atStep('bank', params, searchParams)
  const name = payment.method === 'wallet' ? walletName(payment) : bankName(payment)
  const common = { action: answerBank, orderId: order.id, paymentId: payment.id, formKey: newKey(), robot }
  return (
    <PaperCard>
      <CardPart>
        <p className="text-ink-2">Test mode, in place of {name}</p>
        <h1 className="text-title font-semibold">Test bank</h1>
      </CardPart>
      <Tear />
      <CardPart>
        <Notice tone="wait" title={`This is not ${name}`}>
          In live mode, the payer signs in to the bank and approves here. In test mode, you choose the
          outcome. No money moves.
        </Notice>
        <p className="my-4">
          {order.merchant_name} asks for{' '}
          <b className="font-semibold">
            <Money amount={payment.amount} currency={payment.currency} />
          </b>
          .
        </p>
        <div className="grid grid-cols-2 gap-2">
          <ChoiceForm {...common} choice="approve" label="Success" pending="Approving…" look="primary" />
          <ChoiceForm {...common} choice="refuse" label="Failure" pending="Refusing…" />
        </div>
      </CardPart>
    </PaperCard>
  )
}
