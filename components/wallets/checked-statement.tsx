import { DescriptionList, Entry } from '#components/ui/description-list.tsx'
import { Money } from '#components/ui/money.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { CardPart, PaperCard, Tear } from '#components/ui/slip.tsx'
import type { CheckedStatement } from '#lib/domain/wallets/schema.ts'
import { zoneWords } from '#lib/print/statement-layout.ts'
import { codeText } from '#lib/values/statement-code.ts'
import { dateText, fullTimestampText } from '#lib/values/time-text.ts'

/** The figures of a verified statement, to be compared with the printed one line by line. */
export function Genuine({ statement }: { statement: CheckedStatement }) {
  const { sums, currency, zone, agrees } = statement
  const day = (at: number) => dateText(at, zone)
  const figures = [
    ['Opening balance', sums.opening],
    ['Credits', sums.credits],
    ['Debits', sums.debits],
    ['Closing balance', sums.closing],
  ] as const
  return (
    <PaperCard>
      <CardPart>
        <p className="text-ink-2 wrap-anywhere">{statement.merchant_name}</p>
        <h1 className="text-title font-semibold">This statement is genuine</h1>
        <p className="mt-1 text-ink-2">
          {statement.merchant_name} issued this statement. Compare each line with your copy. A line that
          differs was changed after issue.
        </p>
        {statement.mode === 'test' && (
          <div className="mt-3">
            <Notice tone="wait" title="Test mode">
              This statement shows test data, not real money.
            </Notice>
          </div>
        )}
        <div className="mt-3">
          {agrees ? (
            <Notice tone="good" title="Current records match this statement." />
          ) : (
            <Notice tone="bad" title="Current records don't match this statement.">
              Contact {statement.merchant_name} and quote the code.
            </Notice>
          )}
        </div>
      </CardPart>
      <Tear />
      <CardPart>
        <DescriptionList>
          <Entry term="Customer">
            <span className="mono wrap-anywhere">{statement.customer_id}</span>
          </Entry>
          <Entry term="Phone">{statement.contact && <span className="num">{statement.contact}</span>}</Entry>
          <Entry term="Period">
            {statement.from === null
              ? `until ${day(statement.to)}`
              : `${day(statement.from)} to ${day(statement.to)}`}
          </Entry>
          <Entry term="Time zone">{zoneWords(zone, statement.created_at)}</Entry>
          <Entry term="Entries">
            <span className="num">{new Intl.NumberFormat('en-IN').format(sums.entries)}</span>
          </Entry>
          {figures.map(([term, amount]) => (
            <Entry key={term} term={term}>
              <span className="num">
                <Money amount={amount} currency={currency} />
              </span>
            </Entry>
          ))}
          <Entry term="First issued">
            {fullTimestampText(statement.created_at, zone, { seconds: true })}
          </Entry>
          <Entry term="Code">
            <span className="mono">{codeText(statement.code)}</span>
          </Entry>
        </DescriptionList>
      </CardPart>
    </PaperCard>
  )
}
