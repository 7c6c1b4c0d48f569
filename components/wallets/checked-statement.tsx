import { Count } from '#components/ui/count.tsx'
import { DescriptionList, Entry } from '#components/ui/description-list.tsx'
import { Money } from '#components/ui/money.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { CardPart, PaperCard, Tear } from '#components/ui/slip.tsx'
import type { CheckedStatement } from '#lib/domain/wallets/schema.ts'
import { textOf } from '#lib/messages/text.ts'
import { zoneWords } from '#lib/print/statement-layout.ts'
import type { Language } from '#lib/values/language.ts'
import { codeText } from '#lib/values/statement-code.ts'
import { clockText, payerDate, zoneText } from '#lib/values/time-text.ts'

/** The figures of a verified statement, to be compared with the printed one line by line. */
export function Genuine({ language, statement }: { language: Language; statement: CheckedStatement }) {
  const t = textOf(language)
  const merchant = statement.merchant_name
  const { sums, currency, zone, agrees } = statement
  const day = (at: number) => payerDate(at, zone, language)
  const figures = [
    [t('statement.opening'), sums.opening],
    [t('statement.credits'), sums.credits],
    [t('statement.debits'), sums.debits],
    [t('statement.closing'), sums.closing],
  ] as const
  return (
    <PaperCard>
      <CardPart>
        <p className="text-ink-2 wrap-anywhere">{statement.merchant_name}</p>
        <h1 className="text-title font-semibold">{t('statement.genuine')}</h1>
        <p className="mt-1 text-ink-2">{t('statement.genuine_note', { merchant })}</p>
        {statement.mode === 'test' && (
          <div className="mt-3">
            <Notice tone="wait" title={t('statement.test')}>
              {t('statement.test_note')}
            </Notice>
          </div>
        )}
        <div className="mt-3">
          {agrees ? (
            <Notice tone="good" title={t('statement.agrees')} />
          ) : (
            <Notice tone="bad" title={t('statement.differs')}>
              {t('statement.differs_note', { merchant })}
            </Notice>
          )}
        </div>
      </CardPart>
      <Tear />
      <CardPart>
        <DescriptionList>
          <Entry term={t('statement.customer')}>
            <span className="mono wrap-anywhere">{statement.customer_id}</span>
          </Entry>
          <Entry term={t('statement.phone')}>
            {statement.contact && <span className="num">{statement.contact}</span>}
          </Entry>
          <Entry term={t('statement.period')}>
            {statement.from === null
              ? t('statement.until', { to: day(statement.to) })
              : t('statement.from_to', { from: day(statement.from), to: day(statement.to) })}
          </Entry>
          <Entry term={t('statement.zone')}>{zoneWords(zone, statement.created_at)}</Entry>
          <Entry term={t('statement.entries')}>
            <span className="num">
              <Count of={sums.entries} />
            </span>
          </Entry>
          {figures.map(([term, amount]) => (
            <Entry key={term} term={term}>
              <span className="num">
                <Money amount={amount} currency={currency} />
              </span>
            </Entry>
          ))}
          <Entry term={t('statement.issued')}>
            {`${day(statement.created_at)}, ${clockText(statement.created_at, zone, true)} ${zoneText(zone, statement.created_at)}`}
          </Entry>
          <Entry term={t('statement.code_term')}>
            <span className="mono">{codeText(statement.code)}</span>
          </Entry>
        </DescriptionList>
      </CardPart>
    </PaperCard>
  )
}
