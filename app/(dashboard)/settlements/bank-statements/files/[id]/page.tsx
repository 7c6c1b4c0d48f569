import type { Metadata } from 'next'
import { FORMAT_LABELS, LINE_LOOKS, linesText } from '#components/bank-statements/bank-labels.ts'
import { BookedPeriod } from '#components/bank-statements/statements-table.tsx'
import { DescriptionList, Entry } from '#components/ui/description-list.tsx'
import { Id } from '#components/ui/id.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Money } from '#components/ui/money.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Crumbs } from '#components/ui/page-head.tsx'
import { Slip, SlipHead, StubSection } from '#components/ui/slip.tsx'
import { Time } from '#components/ui/time.tsx'
import { getBankStatementDetails } from '#lib/domain/bank-statements/fetch.ts'
import { type BankStatementDetails, LINE_STATUSES } from '#lib/domain/bank-statements/schema.ts'
import { read } from '#lib/surfaces/page.ts'
import { creatorText } from '#lib/values/creator-text.ts'

export const metadata: Metadata = { title: 'Statement · Bank statements' }

type Props = PageProps<'/settlements/bank-statements/files/[id]'>

export default async function BankStatementPage({ params }: Props) {
  const statement = await read(getBankStatementDetails, { id: (await params).id })
  const { id, file_name, currency, opening, closing, statuses } = statement
  return (
    <>
      <Crumbs href="/settlements/bank-statements" label="Bank statements" id={id} />
      <Slip stub={<StatementStub statement={statement} />}>
        <SlipHead
          amount={<span className="block text-title tracking-[-0.012em] wrap-anywhere">{file_name}</span>}
          actions={
            <LinkButton href={`/settlements/bank-statements?statement=${id}`} variant="primary">
              View lines
            </LinkButton>
          }
        >
          <span>
            {linesText(statement.count)}, {statement.added} of them new
          </span>
          <span className="num">
            <BookedPeriod {...statement} />
          </span>
        </SlipHead>
        <div className="mt-5 grid max-w-140 gap-5">
          <Balances statement={statement} />
          <DescriptionList className="[--term:130px]">
            <Entry term="Opening balance">
              {opening === null ? null : <Money amount={opening} currency={currency} />}
            </Entry>
            <Entry term="Closing balance">
              {closing === null ? null : <Money amount={closing} currency={currency} />}
            </Entry>
            {LINE_STATUSES.map((status) => (
              <Entry key={status} term={LINE_LOOKS[status].word}>
                {linesText(statuses[status] ?? 0)}
              </Entry>
            ))}
          </DescriptionList>
        </div>
      </Slip>
    </>
  )
}

function StatementStub({ statement }: { statement: BankStatementDetails }) {
  return (
    <StubSection title="Bank statement">
      <DescriptionList className="[--term:100px]">
        <Entry term="ID">
          <Id value={statement.id} />
        </Entry>
        <Entry term="Account">{statement.bank_account}</Entry>
        <Entry term="Format">{FORMAT_LABELS[statement.format]}</Entry>
        <Entry term="Number">{statement.number}</Entry>
        <Entry term="Imported">
          <Time at={statement.created_at} form="full" focusable />
        </Entry>
        <Entry term="Imported by">{creatorText(statement.created_by)}</Entry>
      </DescriptionList>
    </StubSection>
  )
}

/** Whether the file is complete, as far as its balances say it. */
function Balances({ statement: { difference, currency } }: { statement: BankStatementDetails }) {
  if (difference === null) return null
  if (difference === 0)
    return <Notice tone="good">Opening balance and lines come to the closing balance.</Notice>
  return (
    <Notice tone="bad" title="The balances don't add up">
      The closing balance differs from the opening balance and the lines by{' '}
      <Money amount={difference} currency={currency} />. Lines may be missing from the file.
    </Notice>
  )
}
