import type { ReactNode } from 'react'
import { DescriptionList, Entry } from '#components/ui/description-list.tsx'
import { Id } from '#components/ui/id.tsx'
import { Money } from '#components/ui/money.tsx'
import { Pill, type Tone } from '#components/ui/pill.tsx'
import { usePreferences } from '#components/ui/preferences.ts'
import { CardPart, PaperCard, Tear } from '#components/ui/slip.tsx'
import { glyphs } from '#components/ui/status-glyphs.tsx'
import { textOf } from '#lib/messages/text.ts'
import type { Language } from '#lib/values/language.ts'
import { payerTime } from '#lib/values/time-text.ts'

export type ReceiptPayment = {
  id: string
  order_id: string
  amount: number
  currency: string
  state: 'paid' | 'held' | 'returned'
  /** "Visa ending 1007", "UPI as…@upi". */
  means: string
  mark: ReactNode
  at: number
  /** The bank's reference of the payment. */
  references: { term: string; value: string }[]
}

type ReceiptProps = {
  language: Language
  payment: ReceiptPayment
  merchant: string
  receipt: string | null
  children: ReactNode
}

/** The slip for the payer: the payment above the tear, its references below. */
export function Receipt({ language, payment, merchant, receipt, children }: ReceiptProps) {
  const t = textOf(language)
  const { tone, icon } = STATES[payment.state]
  const status = t(`receipt.${payment.state}`)
  return (
    <PaperCard>
      <CardPart>
        <div className="flex items-start justify-between gap-3">
          <p className="min-w-0 text-ink-2 [overflow-wrap:anywhere]">{merchant}</p>
          <Pill tone={tone} icon={glyphs[icon]}>
            {status}
          </Pill>
        </div>
        <h1 className="text-amount font-semibold tracking-[-0.025em]">
          <Money amount={payment.amount} currency={payment.currency} />
          <span className="sr-only"> {t('receipt.to', { merchant, status })}</span>
        </h1>
        <p className="text-ink-2">{t(`receipt.${payment.state}_note`, { merchant })}</p>
      </CardPart>
      <Tear />
      <CardPart>
        <DescriptionList>
          <Entry term={t('receipt.payment')}>
            <Id value={payment.id} copyLabel={t('page.copy', { value: payment.id })} />
          </Entry>
          <Entry term={t('receipt.order')}>
            <Id value={payment.order_id} copyLabel={t('page.copy', { value: payment.order_id })} />
          </Entry>
          {receipt !== null && <Entry term={t('receipt.receipt')}>{receipt}</Entry>}
          <Entry term={t('receipt.paid_with')}>
            {payment.mark} {payment.means}
          </Entry>
          <Entry term={t('receipt.time')}>
            <PayerTime at={payment.at} language={language} />
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

type Look = { tone: Tone; icon: keyof typeof glyphs }

/** An authorized payment is a success to its payer: only the merchant has something left to do. */
const STATES: Record<ReceiptPayment['state'], Look> = {
  paid: { tone: 'good', icon: 'check' },
  held: { tone: 'good', icon: 'check' },
  returned: { tone: 'back', icon: 'back' },
}

/** A timestamp in the language of the payer, with its zone: "3 Nov 2026, 12:03 IST". */
function PayerTime({ at, language }: { at: number; language: Language }) {
  const zone = usePreferences().time_zone
  return (
    <time
      dateTime={new Date(at * 1000).toISOString().replace('.000Z', 'Z')}
      className="num whitespace-nowrap"
    >
      {payerTime(at, zone, language)}
    </time>
  )
}
