import type { Seller } from '#lib/domain/bills/schema.ts'
import { textOf } from '#lib/messages/text.ts'
import { type Drawn, layoutOf } from '#lib/print/bill-layout.ts'
import type { Language } from '#lib/values/language.ts'
import { Facts } from './bill-head.tsx'

type WithdrawnBillProps = { language: Language; bill: Drawn; seller: Seller }

/** The notice of a deleted bill: its seller and its date, without its contents. */
export function WithdrawnBill({ language, bill, seller }: WithdrawnBillProps) {
  const t = textOf(language)
  const { number, date } = layoutOf(bill, seller, language)
  return (
    <article className="bill-paper" aria-label={`${t('bill.withdrawn_title')} ${number}`}>
      <div className="bill-body">
        <p className="bill-seller-name">{seller.name}</p>
        <h1 className="bill-withdrawn">{t('bill.withdrawn')}</h1>
        <p>{t('bill.withdrawn_note', { merchant: seller.name })}</p>
      </div>
      <footer className="bill-stub">
        <Facts
          facts={[
            { label: t('bill.number'), value: number },
            { label: t('bill.date'), value: date },
          ]}
        />
      </footer>
    </article>
  )
}
