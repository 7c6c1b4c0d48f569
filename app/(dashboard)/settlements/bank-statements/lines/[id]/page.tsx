import type { Metadata } from 'next'
import { RecordComments } from '#app/(dashboard)/comments/record-comments.tsx'
import {
  acceptLineAction,
  ignoreLineAction,
  matchLineAction,
  unmatchLineAction,
} from '#app/(dashboard)/settlements/bank-statements/actions.ts'
import { MATCHED_BY_LABELS } from '#components/bank-statements/bank-labels.ts'
import { AcceptForm, IgnoreForm } from '#components/bank-statements/line-forms.tsx'
import { LinePill } from '#components/bank-statements/lines-table.tsx'
import { MatchForm } from '#components/bank-statements/match-form.tsx'
import { ActionButton } from '#components/shared/form/action-button.tsx'
import { DescriptionList, Entry } from '#components/ui/description-list.tsx'
import { Permitted } from '#components/ui/disabled-action.tsx'
import { Id } from '#components/ui/id.tsx'
import { Money } from '#components/ui/money.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Crumbs } from '#components/ui/page-head.tsx'
import { Slip, SlipHead, StubSection } from '#components/ui/slip.tsx'
import { CalendarDate, Time } from '#components/ui/time.tsx'
import { currentPreferences, requireStaff } from '#lib/auth/staff.ts'
import { getBankLineDetails } from '#lib/domain/bank-statements/fetch.ts'
import { matchBankLine } from '#lib/domain/bank-statements/match.ts'
import type { BankLineDetails } from '#lib/domain/bank-statements/schema.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { read } from '#lib/surfaces/page.ts'
import { formatMoney } from '#lib/values/money-text.ts'

export const metadata: Metadata = { title: 'Line · Bank statements' }

type Props = PageProps<'/settlements/bank-statements/lines/[id]'>

export default async function BankLinePage({ params }: Props) {
  const [{ id }, { permissions, account }, { grouping }] = await Promise.all([
    params,
    requireStaff(),
    currentPreferences(),
  ])
  const line = await read(getBankLineDetails, { id })
  const { amount, currency, side, status, settlement } = line
  const allowed = permissions.has(matchBankLine.permission)
  return (
    <>
      <Crumbs href="/settlements/bank-statements" label="Bank statements" id={id} />
      <Slip stub={<LineStub line={line} />}>
        <SlipHead
          amount={<Money amount={amount} currency={currency} />}
          actions={<Undo line={line} allowed={allowed} />}
        >
          <LinePill status={status} />
          <span>{side === 'credit' ? 'Credit' : 'Debit'}</span>
          <CalendarDate date={line.date} />
        </SlipHead>
        <div className="mt-5 grid max-w-140 gap-6">
          <Booking line={line} />
          {status === 'differs' && settlement && allowed && (
            <section>
              <h2 className="mb-3 font-semibold">Accept the difference</h2>
              <AcceptForm
                id={id}
                action={acceptLineAction}
                initial={openForm()}
                difference={formatMoney(Math.abs(settlement.amount - amount), currency, grouping)}
                short={amount < settlement.amount}
                live={account.mode === 'live'}
              />
            </section>
          )}
          {status === 'unmatched' && (
            <section>
              <h2 className="mb-3 font-semibold">Match with a settlement</h2>
              <Permitted allowed={allowed} permission={matchBankLine.permission} label="Match">
                <MatchForm
                  id={id}
                  candidates={line.candidates}
                  action={matchLineAction}
                  initial={openForm()}
                />
              </Permitted>
            </section>
          )}
          {status === 'unmatched' && allowed && (
            <section>
              <h2 className="mb-3 font-semibold">Or ignore it</h2>
              <IgnoreForm id={id} action={ignoreLineAction} initial={openForm()} />
            </section>
          )}
          <RecordComments objectId={id} />
        </div>
      </Slip>
    </>
  )
}

const DECIDED: Record<BankLineDetails['status'], string> = {
  matched: 'Matched',
  differs: 'Matched',
  accepted: 'Accepted',
  unmatched: 'Unmatched',
  ignored: 'Ignored',
  debit: 'Booked',
}

/** Withdraws the decision about a line. */
function Undo({ line: { id, status }, allowed }: { line: BankLineDetails; allowed: boolean }) {
  if (status !== 'matched' && status !== 'differs' && status !== 'ignored') return null
  const label = status === 'ignored' ? 'Stop ignoring' : 'Unmatch'
  return (
    <Permitted allowed={allowed} permission={matchBankLine.permission} label={label}>
      <ActionButton action={unmatchLineAction} initial={openForm()} hidden={{ id }} pendingText="Saving…">
        {label}
      </ActionButton>
    </Permitted>
  )
}

function Booking({ line }: { line: BankLineDetails }) {
  const { currency, settlement, status, amount } = line
  return (
    <>
      {status === 'differs' && settlement && (
        <Notice tone="bad" title="The amount differs">
          The settlement is <Money amount={settlement.amount} currency={currency} />, the credit{' '}
          <Money amount={amount} currency={currency} />:{' '}
          <Money amount={Math.abs(amount - settlement.amount)} currency={currency} />{' '}
          {amount < settlement.amount ? 'less' : 'more'}.
        </Notice>
      )}
      {line.reversal && (
        <Notice title="Reversal">This line takes an earlier booking of the bank back.</Notice>
      )}
    </>
  )
}

function LineStub({ line }: { line: BankLineDetails }) {
  const { currency, settlement, status, matched_by, matched_at } = line
  return (
    <StubSection title="Line">
      <DescriptionList className="[--term:92px]">
        <Entry term="ID">
          <Id value={line.id} />
        </Entry>
        <Entry term="Reference">{line.reference}</Entry>
        <Entry term="Description">{line.description}</Entry>
        <Entry term="Account">{line.bank_account}</Entry>
        <Entry term="Statement">
          <Id value={line.statement_id} href={`/settlements/bank-statements/files/${line.statement_id}`} />
        </Entry>
        <Entry term="Settlement">
          {settlement && <Id value={settlement.id} href={`/settlements/${settlement.id}`} />}
        </Entry>
        {line.reason !== null && <Entry term="Reason">{line.reason}</Entry>}
        {line.balance_change !== null && (
          <Entry term="Balance">
            <Money amount={line.balance_change} currency={currency} />
          </Entry>
        )}
        {matched_by && (
          <Entry term={DECIDED[status]}>
            {MATCHED_BY_LABELS[matched_by]}
            {matched_at !== null && (
              <>
                , <Time at={matched_at} />
              </>
            )}
          </Entry>
        )}
      </DescriptionList>
    </StubSection>
  )
}
