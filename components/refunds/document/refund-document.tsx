import { LanguageLinks } from '#components/payer/language-links.tsx'
import { SupportContact } from '#components/payer/support-contact.tsx'
import { BareDocument, type BareDocumentProps } from '#components/shared/bare-document.tsx'
import type { RefundForCustomer } from '#lib/domain/refunds/schema.ts'
import { textOf } from '#lib/messages/text.ts'
import type { Language } from '#lib/values/language.ts'
import { formatMoney } from '#lib/values/money-text.ts'
import { payerDate } from '#lib/values/time-text.ts'
import { BANK_ZONE } from '#lib/values/working-days.ts'

type PageProps = Pick<BareDocumentProps, 'theme' | 'nonce' | 'styles'> & { language: Language; path: string }

type RefundDocumentProps = PageProps & {
  refund: RefundForCustomer
  /** How the payment was made, in the customer's words: the money returns there. */
  means: string
  references: { term: string; value: string }[]
}

/** The slip of a refund for its customer: amount and status above the tear, what to quote below. */
export function RefundDocument({ refund, means, references, ...page }: RefundDocumentProps) {
  const t = textOf(page.language)
  const { amount, currency, merchant_name: merchant, status, due, finished_at, payment } = refund
  const date = (at: number) => dateIn(page.language, at)
  const shown = due ?? finished_at ?? refund.created_at
  const note = refund.overdue ? 'overdue_note' : (`${status}_note` as const)
  const facts: [term: string, value: string | null][] = [
    [t('refund.expected'), due === null || refund.overdue ? null : date(due)],
    [t('refund.sent'), status === 'processed' && finished_at !== null ? date(finished_at) : null],
    [t('refund.to'), means],
    [
      t('refund.payment'),
      t('refund.payment_on', {
        amount: formatMoney(payment.amount, currency),
        date: date(payment.created_at),
      }),
    ],
    [t('refund.receipt'), payment.receipt],
    [t('refund.created'), date(refund.created_at)],
  ]
  return (
    <BareDocument {...page} title={t('refund.title', { merchant })}>
      <main>
        <article className="refund-slip">
          {refund.mode === 'test' && <p className="refund-test">{t('refund.test')}</p>}
          <div className="refund-part">
            <h1>{t('refund.title', { merchant })}</h1>
            <p className="refund-amount">{formatMoney(amount, currency)}</p>
            <p className="refund-status" data-status={refund.overdue ? 'overdue' : status}>
              {t(`refund.${status}`)}
            </p>
            <p className="refund-note">{t(`refund.${note}`, { merchant, date: date(shown) })}</p>
            {status === 'pending' && <p className="refund-small">{t('refund.days')}</p>}
          </div>
          <dl className="refund-part refund-facts">
            {facts.map(([term, value]) => value !== null && <Fact key={term} term={term} value={value} />)}
            {references.map((reference) => (
              <Fact key={reference.term} {...reference} exact />
            ))}
            <Fact term={t('refund.id')} value={refund.id} exact />
          </dl>
        </article>
        {refund.support && (
          <SupportContact
            {...{ language: page.language, merchant, support: refund.support }}
            className="refund-foot refund-help"
          />
        )}
        <p className="refund-foot">{t('refund.private')}</p>
        <LanguageLinks language={page.language} path={page.path} className="refund-foot" />
      </main>
    </BareDocument>
  )
}

/** The page of a link that is unknown, or was revoked. */
export function RefundMissing(page: PageProps) {
  const t = textOf(page.language)
  return (
    <BareDocument {...page} title={t('refund.missing')}>
      <main>
        <article className="refund-slip refund-part">
          <h1>{t('refund.missing')}</h1>
          <p className="refund-note">{t('refund.missing_note')}</p>
        </article>
        <LanguageLinks language={page.language} path={page.path} className="refund-foot" />
      </main>
    </BareDocument>
  )
}

/** @param exact whether the value is an id, which is quoted character by character */
function Fact({ term, value, exact = false }: { term: string; value: string; exact?: boolean }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd className={exact ? 'refund-exact' : undefined}>{value}</dd>
    </div>
  )
}

/** Banks count days by the calendar of India. */
function dateIn(language: Language, at: number): string {
  return payerDate(at, BANK_ZONE, language)
}
