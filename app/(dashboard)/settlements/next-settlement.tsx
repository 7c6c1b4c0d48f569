import { Link } from '#components/ui/link.tsx'
import { Money } from '#components/ui/money.tsx'
import { Time } from '#components/ui/time.tsx'
import { fetchSettlementSettings } from '#lib/domain/settlements/settings.ts'
import { tryRead } from '#lib/surfaces/page.ts'

/** When the next settlement is expected, and what it comes to so far; nothing where none is scheduled. */
export async function NextSettlement({ className = 'mb-3 text-table text-ink-2' }: { className?: string }) {
  const found = await tryRead(fetchSettlementSettings, {})
  const next = found.ok ? found.value.next : null
  if (!found.ok || next === null || BigInt(next.amount) <= 0n) return null
  return (
    <p className={className}>
      Next settlement:{' '}
      <Link href="/settlements" className="link">
        <Money amount={BigInt(next.amount)} currency={found.value.currency} />
      </Link>{' '}
      expected <Time at={next.at} form="date" />
    </p>
  )
}
