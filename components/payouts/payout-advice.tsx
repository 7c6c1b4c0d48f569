import { DescriptionList, Entry } from '#components/ui/description-list.tsx'
import { Money } from '#components/ui/money.tsx'
import { Time } from '#components/ui/time.tsx'
import type { ListedPayout } from '#lib/domain/payouts/schema.ts'
import { adviceOf } from '#lib/print/payout-advice.ts'

/** The printed advice for the receiver: amount, account, and the bank's reference. Only printed. */
export function PayoutAdvice({ payout, merchant }: { payout: ListedPayout; merchant: string }) {
  return (
    <article className="hidden print:block" aria-label="Payout advice">
      <p className="text-lead font-[650]">{merchant}</p>
      <p className="mt-6 text-title font-semibold">Payout advice</p>
      <p className="num text-amount font-semibold tracking-[-0.025em]">
        <Money amount={payout.amount} currency={payout.currency} />
      </p>
      <p className="mt-3 max-w-[60ch]">{adviceOf(payout)}</p>
      <hr className="my-5 border-t-[1.5px] border-dashed border-line-strong" />
      <DescriptionList>
        <Entry term="Payout">
          <span className="mono">{payout.id}</span>
        </Entry>
        <Entry term="Holder">{payout.holder}</Entry>
        <Entry term="Account">
          {payout.bank_name} ••••{payout.number_last4}
        </Entry>
        <Entry term="IFSC">
          <span className="mono">{payout.ifsc}</span>
        </Entry>
        {payout.utr && (
          <Entry term="UTR">
            <span className="mono">{payout.utr}</span>
          </Entry>
        )}
        {payout.reference_id && <Entry term="Reference">{payout.reference_id}</Entry>}
        <Entry term="Narration">{payout.narration}</Entry>
        <Entry term="Purpose">{payout.purpose}</Entry>
        <Entry term="Created">
          <Time at={payout.created_at} form="full" />
        </Entry>
        {payout.finished_at !== null && (
          <Entry term={payout.status === 'reversed' ? 'Reversed' : 'Processed'}>
            <Time at={payout.finished_at} form="full" />
          </Entry>
        )}
      </DescriptionList>
    </article>
  )
}
