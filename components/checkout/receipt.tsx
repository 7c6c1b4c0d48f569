import type { ReactNode } from 'react'
import { DescriptionList, Entry } from '#components/ui/description-list.tsx'
import { Id } from '#components/ui/id.tsx'
import { Money } from '#components/ui/money.tsx'
import { Pill, type Tone } from '#components/ui/pill.tsx'
import { CardPart, PaperCard, Tear } from '#components/ui/slip.tsx'
import { glyphs } from '#components/ui/status-glyphs.tsx'
import { Time } from '#components/ui/time.tsx'

export type ReceiptPayment = {
  id: string
  order_id: string
  amount: number
  currency: string
  state: 'paid' | 'held' | 'returned'
  /** "Visa ending 1007", "UPI as…@upi". */
  means: string
  at: number
  /** The bank's reference of the payment. */
  references: { term: string; value: string }[]
}

type ReceiptProps = { payment: ReceiptPayment; merchant: string; receipt: string | null; children: ReactNode }

/** The slip for the payer: the payment above the tear, its references below. */
export function Receipt({ payment, merchant, receipt, children }: ReceiptProps) {
  const { tone, icon, word, sentence } = STATES[payment.state]
  return (
    <PaperCard>
      <CardPart>
        <div className="flex items-start justify-between gap-3">
          <p className="min-w-0 text-ink-2 [overflow-wrap:anywhere]">{merchant}</p>
          <Pill tone={tone} icon={glyphs[icon]}>
            {word}
          </Pill>
        </div>
        <h1 className="text-amount font-semibold tracking-[-0.025em]">
          <Money amount={payment.amount} currency={payment.currency} />
          <span className="sr-only">
            {' '}
            to {merchant}: {word}
          </span>
        </h1>
        <p className="text-ink-2">{sentence(merchant)}</p>
      </CardPart>
      <Tear />
      <CardPart>
        <DescriptionList>
          <Entry term="Payment">
            <Id value={payment.id} />
          </Entry>
          <Entry term="Order">
            <Id value={payment.order_id} />
          </Entry>
          {receipt !== null && <Entry term="Receipt">{receipt}</Entry>}
          <Entry term="Paid with">{payment.means}</Entry>
          <Entry term="Time">
            <Time at={payment.at} form="full" />
          </Entry>
          {payment.references.map(({ term, value }) => (
            <Entry key={term} term={term}>
              <span className="mono">{value}</span>
            </Entry>
          ))}
        </DescriptionList>
        <div className="print:hidden mt-5 grid gap-2">{children}</div>
      </CardPart>
    </PaperCard>
  )
}

type Look = { tone: Tone; icon: keyof typeof glyphs; word: string; sentence: (merchant: string) => string }

const STATES: Record<ReceiptPayment['state'], Look> = {
  paid: {
    tone: 'good',
    icon: 'check',
    word: 'Paid',
    sentence: (merchant) => `${merchant} has received your payment. Keep this receipt.`,
  },
  held: {
    tone: 'hold',
    icon: 'clock',
    word: 'Processing',
    sentence: (merchant) =>
      `The payment is authorized. ${merchant} will confirm it next. You don't need to do anything.`,
  },
  returned: {
    tone: 'back',
    icon: 'back',
    word: 'Refunded',
    sentence: (merchant) => `${merchant} has refunded this amount to you.`,
  },
}
