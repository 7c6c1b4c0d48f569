import { Count } from '#components/ui/count.tsx'
import { DescriptionList, Entry } from '#components/ui/description-list.tsx'
import { Check, X } from '#components/ui/icons.tsx'
import { Id } from '#components/ui/id.tsx'
import { Link } from '#components/ui/link.tsx'
import { Money } from '#components/ui/money.tsx'
import type { StatementSums } from '#lib/domain/wallets/schema.ts'
import { nameOf, verdictOf, zoneWords } from '#lib/print/statement-layout.ts'
import { periodInDays, type StatementPeriod } from '#lib/print/statement-periods.ts'
import { fullTimestampText } from '#lib/values/time-text.ts'

type StatementHeadProps = {
  statement: {
    customer_id: string
    name: string | null
    contact: string | null
    currency: string
    sums: StatementSums
  }
  merchant: string
  period: StatementPeriod
  zone: string
  now: number
}

/** Whose statement it is and of what time, and the line of figures that proves it. */
export function StatementHead({ statement, merchant, period, zone, now }: StatementHeadProps) {
  const { customer_id: id, sums, currency } = statement
  return (
    <header className="px-6 pt-5 max-phone:px-4">
      <h1 className="text-title font-semibold tracking-[-0.012em]">Wallet statement</h1>
      <p className="mb-3 text-ink-2">{merchant}</p>
      <DescriptionList className="[--term:96px] print:gap-y-[2px] print:text-[9pt]">
        <Entry term="Customer">
          <Link href={`/customers/${id}?tab=wallet`} className="link">
            {nameOf({ ...statement, id })}
          </Link>
        </Entry>
        <Entry term="ID">
          <Id value={id} />
        </Entry>
        <Entry term="Period">{periodInDays(period, zone, now)}</Entry>
        <Entry term="Time zone">{zoneWords(zone, now)}</Entry>
        <Entry term="Entries">
          <span className="num">
            <Count of={sums.entries} />
          </span>
        </Entry>
        <Entry term="Generated">
          <span className="num">{fullTimestampText(now, zone, { seconds: true })}</span>
        </Entry>
      </DescriptionList>
      <dl className="statement-figures">
        <Figure label="Opening balance" amount={sums.opening} currency={currency} />
        <Figure sign="+" label="Credits" amount={sums.credits} currency={currency} />
        <Figure sign="−" label="Debits" amount={sums.debits} currency={currency} />
        <Figure sign="=" label="Closing balance" amount={sums.closing} currency={currency} />
      </dl>
      <Verdict sums={sums} />
    </header>
  )
}

function Figure({
  sign,
  label,
  amount,
  currency,
}: {
  sign?: string
  label: string
  amount: bigint
  currency: string
}) {
  return (
    <div>
      <dt>
        {sign && <span aria-hidden="true">{sign} </span>}
        {label}
      </dt>
      <dd>
        <Money amount={amount} currency={currency} />
      </dd>
    </div>
  )
}

/** Not by colour alone: a mark, and a sentence. */
function Verdict({ sums }: { sums: StatementSums }) {
  const { reconciles, text } = verdictOf(sums)
  const Mark = reconciles ? Check : X
  return (
    <p
      className={`my-3 flex items-center gap-1.5 text-table font-semibold ${reconciles ? 'text-good' : 'text-bad'}`}
      role={reconciles ? undefined : 'alert'}
    >
      <Mark aria-hidden="true" className="size-4 flex-none" strokeWidth={2.5} />
      {text}
    </p>
  )
}
