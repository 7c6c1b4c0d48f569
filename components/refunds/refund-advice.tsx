import { bankReferences } from '#components/payments/bank-references.ts'
import { methodInWords } from '#components/payments/method-labels.ts'
import { DescriptionList, Entry } from '#components/ui/description-list.tsx'
import { Money } from '#components/ui/money.tsx'
import { Time } from '#components/ui/time.tsx'
import type { RefundDetails } from '#lib/domain/refunds/schema.ts'
import { BANK_ZONE, refundDue } from '#lib/values/working-days.ts'

/** The printed advice for the payer: amount, destination, dates, and the bank's reference. Only printed. */
export function RefundAdvice({ refund, merchant }: { refund: RefundDetails; merchant: string }) {
  const { payment, currency } = refund
  return (
    <article className="hidden print:block" aria-label="Refund advice">
      <p className="text-lead font-[650]">{merchant}</p>
      <p className="mt-6 text-title font-semibold">Refund advice</p>
      <p className="num text-amount font-semibold tracking-[-0.025em]">
        <Money amount={refund.amount} currency={currency} />
      </p>
      <p className="mt-3 max-w-[60ch]">
        {refund.status === 'processed'
          ? 'We have sent this amount back to you'
          : 'We are sending this amount back to you'}
        , to {methodInWords(payment)}, of your payment of{' '}
        <Money amount={payment.amount} currency={currency} /> on <Time at={payment.created_at} form="date" />.{' '}
        {refund.status === 'processed' ? (
          <>
            {refund.finished_at !== null && (
              <>
                The bank sent it on <Time at={refund.finished_at} form="date" />.{' '}
              </>
            )}
            If you do not see it in your account, quote the reference below to your bank.
          </>
        ) : (
          <>
            It should arrive by <Time at={refundDue(refund.created_at)} form="date" zone={BANK_ZONE} />,
            counted in working days, Monday to Friday.
          </>
        )}
      </p>
      <hr className="my-5 border-t-[1.5px] border-dashed border-line-strong" />
      <DescriptionList>
        <Entry term="Refund">
          <span className="mono">{refund.id}</span>
        </Entry>
        <Entry term="Payment">
          <span className="mono">{refund.payment_id}</span>
        </Entry>
        {payment.receipt && <Entry term="Receipt">{payment.receipt}</Entry>}
        <Entry term="Created">
          <Time at={refund.created_at} form="full" />
        </Entry>
        {bankReferences(refund.acquirer_data).map(({ name, label, value }) => (
          <Entry key={name} term={label}>
            <span className="mono">{value}</span>
          </Entry>
        ))}
      </DescriptionList>
    </article>
  )
}
