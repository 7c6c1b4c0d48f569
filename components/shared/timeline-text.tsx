import type { ReactNode } from 'react'
import { bankReferences } from '#components/payments/bank-references.ts'
import { Money } from '#components/ui/money.tsx'
import type { TimelineEntry } from '#lib/domain/audit/schema.ts'
import { reasonWord } from '#lib/domain/payments/schema/failure-messages.ts'
import { eventLabel } from './event-labels.ts'

type Amount = { amount: number | null; currency: string | null }

/** An event, as a sentence: "Refund of ₹500.00 started". */
export function timelineText(what: string, { amount, currency }: Amount): ReactNode {
  const known = amount !== null && currency !== null
  const [before, after] = eventLabel(what, known).split('{amount}')
  if (after === undefined || !known) return before
  return (
    <>
      {before}
      <Money amount={amount} currency={currency} className="font-semibold" />
      {after}
    </>
  )
}

/** The snapshot that an entry is about: of `refund.created` the refund; of `wallet.credited` the only one there is. */
export function snapshotOf(
  entry: Pick<TimelineEntry, 'what' | 'payload'>,
): Record<string, unknown> | undefined {
  const all = Object.values(entry.payload)
  const payout = entry.payload.payout?.entity
  // The wallet's debit and return of a payout include its fee.
  if (payout && entry.what.startsWith('wallet.'))
    return { ...payout, amount: Number(payout.amount) + Number(payout.fees) + Number(payout.tax) }
  // The payload of a wallet refund also has the payment that it refunds.
  if (entry.payload.refund && entry.what.startsWith('wallet.')) return entry.payload.refund.entity
  return (entry.payload[entry.what.split(/[._]/)[0] ?? ''] ?? (all.length === 1 ? all[0] : undefined))?.entity
}

export function amountOf(entity: Record<string, unknown> | undefined): Amount {
  const { amount, currency } = entity ?? {}
  return {
    amount: typeof amount === 'number' ? amount : null,
    currency: typeof currency === 'string' ? currency : null,
  }
}

/** The details under a line: the error, the speed, the references of the bank. */
export function remarksOf(what: string, entity: Record<string, unknown> | undefined): string[] {
  if (!entity) return []
  if (what === 'payment.failed' && typeof entity.error_reason === 'string')
    return [reasonWord(entity.error_reason)]
  if (what === 'payout.processed' && typeof entity.utr === 'string') return [`UTR ${entity.utr}`]
  if (what === 'payout.reversed' && typeof entity.failure_reason === 'string') return [entity.failure_reason]
  if (what !== 'refund.processed') return []
  const references = bankReferences((entity.acquirer_data ?? []) as unknown[]).map(
    ({ label, value }) => `${label} ${value}`,
  )
  return [...(entity.speed_processed === 'instant' ? ['Instant'] : []), ...references]
}
