import { DescriptionList, Entry } from '#components/ui/description-list.tsx'
import { Link } from '#components/ui/link.tsx'
import { Time } from '#components/ui/time.tsx'
import type { ComparisonResult, GatewayChecks } from '#lib/domain/acquirers/schema.ts'
import { countText } from '#lib/values/number-text.ts'

/** How far a gateway account has been compared with the records here, and what that came to. */
export function ChecksList({ checks, acquirerId }: { checks: GatewayChecks | null; acquirerId: string }) {
  const result = checks?.comparison_result ?? null
  return (
    <DescriptionList className="[--term:150px]">
      <Entry term="Last comparison">{checks?.compared_at ? <Time at={checks.compared_at} /> : null}</Entry>
      <Entry term="Result">{result && resultText(result)}</Entry>
      {checks?.comparison_error && <Entry term="Last error">{checks.comparison_error}</Entry>}
      <Entry term="Open differences">
        {checks && (
          <Link href={`/settings/acquirer/differences?acquirer=${acquirerId}&state=open`} className="link">
            {countText(checks.open, 'difference', 'differences')}
          </Link>
        )}
      </Entry>
      <Entry term="Last poll">{checks && checks.polled_at > 0 ? <Time at={checks.polled_at} /> : null}</Entry>
      {checks?.poll_error && <Entry term="Poll error">{checks.poll_error}</Entry>}
    </DescriptionList>
  )
}

function resultText({ records, under_way, found, unread, capped, ...counts }: ComparisonResult): string {
  const more = capped ? ', and more that are not listed' : ''
  const later =
    under_way > 0
      ? ` ${countText(under_way, 'record', 'records')} changed in the last 15 minutes, for the next comparison.`
      : ''
  const unreadable = unread > 0 ? ` ${countText(unread, 'record', 'records')} could not be read.` : ''
  return `${countText(records, 'record', 'records')} compared: ${countText(found, 'difference', 'differences')}${more}, ${counts.new} new, ${counts.solved} solved.${later}${unreadable}`
}
