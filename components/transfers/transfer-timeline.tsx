import { eventLabel } from '#components/shared/event-labels.ts'
import { byWhom, RecordTimeline } from '#components/shared/record-timeline.tsx'
import { Money } from '#components/ui/money.tsx'
import { Time } from '#components/ui/time.tsx'
import type { TimelineEntry } from '#lib/domain/audit/schema.ts'
import type { ListedTransfer } from '#lib/domain/transfers/schema.ts'

export function TransferTimeline({
  entries,
  transfer,
}: {
  entries: TimelineEntry[]
  transfer: ListedTransfer
}) {
  const draw = (entry: TimelineEntry) => ({
    title: <Title entry={entry} transfer={transfer} />,
    bad: entry.what.endsWith('failed'),
    details: [byWhom(entry)],
  })
  return <RecordTimeline entries={inOrder(entries)} own={transfer.id} draw={draw} />
}

const REQUESTING = ['create_transfer', 'transfer_payment']

/**
 * Asking for it came first, though it is written down last; and what the wallet got says that it was processed.
 */
function inOrder(entries: TimelineEntry[]): TimelineEntry[] {
  const credited = new Set(
    entries.filter(({ what }) => what === 'wallet.credited').map(({ created_at }) => created_at),
  )
  const shownEntries = entries.filter(
    ({ what, created_at }) => !/^transfer[._]processed$/.test(what) || !credited.has(created_at),
  )
  const isAsking = ({ what }: TimelineEntry) => REQUESTING.includes(what)
  return [...shownEntries.filter((entry) => !isAsking(entry)), ...shownEntries.filter(isAsking)]
}

function Title({ entry, transfer }: { entry: TimelineEntry; transfer: ListedTransfer }) {
  const { currency } = transfer
  switch (entry.what) {
    case 'create_transfer':
      return <>Cashback requested</>
    case 'transfer_payment':
      return <>Transfer from a payment requested</>
    case 'transfer_processed':
    case 'transfer.processed':
      return <>Processed</>
    case 'transfer_failed':
    case 'transfer.failed':
      return <>Failed; the amount is in your balance</>
    case 'wallet.credited':
      return (
        <>
          Wallet credited with{' '}
          <Money amount={credited(entry, transfer)} currency={currency} className="font-semibold" />
        </>
      )
    case 'update_transfer':
      return <OnHold entry={entry} />
    case 'reverse_transfer':
      return (
        <>
          <Money amount={takenBack(entry)} currency={currency} className="font-semibold" /> reversed
        </>
      )
    default:
      return <>{eventLabel(entry.what, false)}</>
  }
}

function OnHold({ entry: { changes } }: { entry: TimelineEntry }) {
  if (changes?.on_hold?.to === false) return <>Released</>
  const until = changes?.on_hold_until?.to
  if (typeof until !== 'number') return <>On hold until released</>
  return (
    <>
      On hold until <Time at={until} form="full" />
    </>
  )
}

/** The amount that the wallet got: less where a part was reversed while it was on hold. */
function credited({ payload }: TimelineEntry, { amount }: ListedTransfer): number {
  const entity = payload.transfer?.entity
  return numberOf(entity?.amount, amount) - numberOf(entity?.amount_reversed, 0)
}

function takenBack({ changes }: TimelineEntry): number | null {
  const change = changes?.amount_reversed
  return change ? (change.by ?? numberOf(change.to, 0) - numberOf(change.from, 0)) : null
}

function numberOf(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise
}
