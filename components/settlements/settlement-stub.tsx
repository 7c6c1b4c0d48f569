import { AcquirerEntry } from '#components/acquirers/acquirer-entry.tsx'
import { DescriptionList, Entry } from '#components/ui/description-list.tsx'
import { Id } from '#components/ui/id.tsx'
import { Link } from '#components/ui/link.tsx'
import { Money } from '#components/ui/money.tsx'
import { StubSection } from '#components/ui/slip.tsx'
import { CalendarDate, Time } from '#components/ui/time.tsx'
import type { SettlementDetails } from '#lib/domain/settlements/schema.ts'
import { creatorText } from '#lib/values/creator-text.ts'
import { Utr } from './settlements-table.tsx'

/**
 * The stub of a settlement: its IDs, its bank line and its times. What it comes to is the sum on the page.
 * @param linked whether the reader may open the acquirer
 */
export function SettlementStub({ settlement, linked }: { settlement: SettlementDetails; linked: boolean }) {
  const { id, utr, currency, captured_until, created_at, created_by, bank_line, acquirer } = settlement
  return (
    <StubSection title="Settlement">
      <DescriptionList>
        <Entry term="ID">
          <Id value={id} />
        </Entry>
        <AcquirerEntry of={acquirer} linked={linked} />
        <Entry term="UTR">{utr && <Utr utr={utr} />}</Entry>
        <Entry term="Bank line">
          {bank_line && (
            <Link href={`/settlements/bank-statements/lines/${bank_line.id}`} className="link">
              <Money amount={bank_line.amount} currency={currency} />, <CalendarDate date={bank_line.date} />
            </Link>
          )}
        </Entry>
        <Entry term="Captured until">
          <Time at={captured_until} form="full" focusable />
        </Entry>
        <Entry term="Created">
          <Time at={created_at} form="full" focusable />
        </Entry>
        <Entry term="Created by">{creatorText(created_by)}</Entry>
      </DescriptionList>
    </StubSection>
  )
}
