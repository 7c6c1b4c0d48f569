import { DescriptionList, Entry } from '#components/ui/description-list.tsx'
import { Money } from '#components/ui/money.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { PlannedStatement, StatementDraft } from '#lib/domain/bank-statements/schema.ts'
import { linesText } from './bank-labels.ts'
import { BookedPeriod } from './statements-table.tsx'

/** What an import of the file would do: its statements, and its lines that are no bookings. */
export function ImportPreview({ draft }: { draft: StatementDraft }) {
  const { statements, left_out, left_out_count, currency } = draft
  return (
    <>
      {statements.map((statement, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the statements of a file do not move.
        <section key={at} className="grid gap-3" data-statement={at}>
          {statements.length > 1 && (
            <h2 className="font-semibold">
              Statement {statement.number ?? at + 1}, account {statement.bank_account}
            </h2>
          )}
          <Difference statement={statement} currency={currency} />
          <Figures statement={statement} currency={currency} />
        </section>
      ))}
      {left_out_count > 0 && (
        <details>
          <summary className="link w-max text-table">{linesText(left_out_count)} left out</summary>
          <p className="mt-2 text-small text-ink-2">
            They have no date, or no amount, in the chosen columns.
            {left_out.length < left_out_count && ` The first ${left_out.length} are shown.`}
          </p>
          <ol className="mt-2 grid gap-1 text-small">
            {left_out.map(({ line, text }) => (
              <li key={line} className="wrap-anywhere">
                <span className="num text-ink-2">Line {line}:</span> {text}
              </li>
            ))}
          </ol>
        </details>
      )}
    </>
  )
}

function Figures({ statement, currency }: { statement: PlannedStatement; currency: string }) {
  const { credits, debits, opening, closing, reversals, added, known, uncertain } = statement
  const balance = (amount: number | null) =>
    amount === null ? null : <Money amount={amount} currency={currency} />
  return (
    <DescriptionList className="[--term:130px]">
      <Entry term="Account">{statement.bank_account}</Entry>
      <Entry term="Booked">
        <BookedPeriod {...statement} />
      </Entry>
      <Entry term="Credits">
        {linesText(credits.count)}, <Money amount={credits.amount} currency={currency} />
      </Entry>
      <Entry term="Debits">
        {linesText(debits.count)}, <Money amount={debits.amount} currency={currency} />
      </Entry>
      {reversals > 0 && <Entry term="Reversals">{linesText(reversals)}</Entry>}
      <Entry term="Opening balance">{balance(opening)}</Entry>
      <Entry term="Closing balance">{balance(closing)}</Entry>
      <Entry term="New">{linesText(added)}</Entry>
      <Entry term="Imported before">{linesText(known)}</Entry>
      {uncertain.length > 0 && <Entry term="To decide">{linesText(uncertain.length)}</Entry>}
    </DescriptionList>
  )
}

/** Whether the lines lead from the opening to the closing balance. */
function Difference({ statement, currency }: { statement: PlannedStatement; currency: string }) {
  const { difference } = statement
  if (difference === null) return null
  if (difference === 0)
    return <Notice tone="good" title="Opening balance and lines come to the closing balance." />
  return (
    <Notice tone="bad" title="The balances don't add up">
      Opening balance and lines differ from the closing balance by{' '}
      <Money amount={Math.abs(difference)} currency={currency} />. Lines may be missing from the file, or read
      wrongly.
    </Notice>
  )
}
