import { LanguageLinks } from '#components/payer/language-links.tsx'
import type { Bill, Seller } from '#lib/domain/bills/schema.ts'
import { textOf } from '#lib/messages/text.ts'
import { type Drawn, layoutOf } from '#lib/print/bill-layout.ts'
import { billTitle } from '#lib/print/bill-names.ts'
import type { Language } from '#lib/values/language.ts'
import type { Theme } from '#lib/values/preferences.ts'
import { BillFacts } from './bill-head.tsx'
import { BillPage } from './bill-page.tsx'
import { BillPaper } from './bill-paper.tsx'
import { BillQrCode } from './qr-code.tsx'

type BillDocumentProps = {
  language: Language
  bill: Bill
  seller: Seller
  /** The path of the page, to which its links are appended. */
  path: string
  roll: boolean
  theme: Theme
  styles: string
  nonce: string
}

/** The public page of a bill, or its notice once the bill was withdrawn. */
export function BillDocument({ bill, seller, path, roll, ...page }: BillDocumentProps) {
  const { language } = page
  const t = textOf(language)
  const withdrawn = bill.status === 'deleted'
  const name = withdrawn ? t('bill.withdrawn_title') : billTitle(t, bill.receipt_type)
  return (
    <BillPage {...page} title={`${name} ${bill.receipt_number} · ${seller.name}`} roll={roll}>
      {!withdrawn && <Links language={language} path={path} roll={roll} />}
      <main>
        {withdrawn ? (
          <WithdrawnBill language={language} bill={bill} seller={seller} />
        ) : (
          <BillPaper
            bill={bill}
            seller={seller}
            language={language}
            heading="h1"
            code={<Code language={language} url={bill.receipt_url} />}
          />
        )}
      </main>
      <footer className="page-foot">
        {!withdrawn && <p>{t('bill.private')}</p>}
        <LanguageLinks language={language} path={roll ? `${path}?paper=80` : path} />
      </footer>
    </BillPage>
  )
}

function Code({ language, url }: { language: Language; url: string }) {
  const t = textOf(language)
  return (
    <>
      <BillQrCode text={url} label={t('bill.code')} />
      <span>{t('bill.scan')}</span>
    </>
  )
}

function Links({ language, path, roll }: { language: Language; path: string; roll: boolean }) {
  const t = textOf(language)
  return (
    <nav className="page-links" aria-label={t('bill.links')}>
      <ul>
        <li>
          <a href={`${path}/pdf`} download>
            {t('bill.pdf')}
          </a>
        </li>
      </ul>
      <ul aria-label={t('bill.paper')}>
        <li>
          {roll ? <a href={path}>{t('bill.full')}</a> : <span aria-current="page">{t('bill.full')}</span>}
        </li>
        <li>
          {roll ? (
            <span aria-current="page">{t('bill.roll')}</span>
          ) : (
            <a href={`${path}?paper=80`}>{t('bill.roll')}</a>
          )}
        </li>
      </ul>
    </nav>
  )
}

type WithdrawnBillProps = { language: Language; bill: Drawn; seller: Seller }

/** The notice of a deleted bill: its seller and its date, without its contents. */
function WithdrawnBill({ language, bill, seller }: WithdrawnBillProps) {
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
        <BillFacts
          facts={[
            { label: t('bill.number'), value: number },
            { label: t('bill.date'), value: date },
          ]}
        />
      </footer>
    </article>
  )
}
