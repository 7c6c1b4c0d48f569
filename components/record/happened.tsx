import type { ReactNode } from 'react'
import { bankReferences } from '#components/payments/bank-references.ts'
import { reasonWord } from '#components/payments/failure-words.ts'
import { Money } from '#components/ui/money.tsx'
import type { TimelineEntry } from '#lib/domain/payments/schema.ts'

type Amount = { amount: number | null; currency: string | null }

/** Where there is no amount to speak of. */
const WITHOUT_AMOUNT: Record<string, string> = {
  create_order: 'Order created',
  'order.paid': 'Order paid in full',
  update_order: 'Notes of the order changed',
  update_payment: 'Notes of the payment changed',
  update_refund: 'Notes of the refund changed',
  'customer.created': 'Customer created',
  'customer.repeated': 'Asked for once more, and found',
  create_customer: 'Customer created',
  update_customer: 'Customer edited',
  update_customer_seen: 'Customer edited',
  'bill.created': 'Bill issued',
  'bill.updated': 'Bill changed',
  'bill.deleted': 'Bill withdrawn',
  send_bill: 'Sent by mail',
  update_fund_account: 'Fund account switched on or off',
  advance_payout: 'Brought to its end by hand',
  update_transfer: 'Hold of a transfer changed',
  create_webhook: 'Webhook created',
  update_webhook: 'Webhook changed',
  set_webhook_options: 'Description, header fields or time limit set',
  set_webhook_chaos: 'Chaos set',
  roll_webhook_secret: 'Secret rolled',
  pause_webhook: 'Paused',
  resume_webhook: 'Resumed',
  enable_webhook: 'Enabled again',
  disable_webhook: 'Disabled: it had taken nothing for a day',
  replay_webhook: 'Replayed',
  resend_delivery: 'A delivery was resent',
  send_event: 'An event was sent by hand',
  create_key: 'API key created',
  revoke_key: 'API key revoked',
  update_key: 'API key changed',
  connect_app: 'Connected',
  narrow_app: 'Scopes or limits changed',
  revoke_app: 'Disconnected',
  ask_for_approval: 'Asked for',
  approve_approval: 'Approved',
  reject_approval: 'Rejected',
  cancel_approval: 'Taken back',
  expire_approval: 'Expired: nobody decided within 24 hours',
  finish_approval: 'Carried out',
  fail_approval: 'Could not be carried out',
  rotate_key: 'API key rotated: another has taken its place',
}

/** What stands before and after the amount. */
const AROUND_AMOUNT: Record<string, [before: string, after: string]> = {
  create_order: ['Order of ', ' created'],
  'payment.created': ['Attempt to pay ', ' began'],
  'payment.authorized': ['', ' authorized by the bank'],
  'payment.captured': ['', ' captured'],
  'payment.failed': ['Attempt to pay ', ' failed'],
  transfer_processed: ['Transfer of ', ' reached the wallet'],
  'transfer.processed': ['Transfer of ', ' reached the wallet'],
  transfer_failed: ['Transfer of ', ' failed'],
  'transfer.failed': ['Transfer of ', ' failed'],
  'wallet.credited': ['Wallet credited with ', ''],
  'wallet.debited': ['Wallet debited with ', ''],
  'refund.created': ['Refund of ', ' started'],
  'refund.processed': ['Refund of ', ' processed'],
  'refund.failed': ['Refund of ', ' failed'],
  'refund.speed_changed': ['Refund of ', ' goes on at normal speed'],
  'payout.initiated': ['Payout of ', ' sent to the bank'],
  'payout.processed': ['Payout of ', ' processed'],
  'payout.reversed': ['Payout of ', ' reversed'],
}

/** What happened, as a sentence: "Refund of ₹500.00 started". Unknown names are shown as they are. */
export function happened(what: string, { amount, currency }: Amount): ReactNode {
  const around = AROUND_AMOUNT[what]
  if (!around || amount === null || currency === null)
    return WITHOUT_AMOUNT[what] ?? what.replaceAll(/[._]/g, ' ')
  return (
    <>
      {around[0]}
      <Money amount={amount} currency={currency} className="font-semibold" />
      {around[1]}
    </>
  )
}

/** The snapshot that an entry is about: of `refund.created` the refund; of `wallet.credited` the only one there is. */
export function snapshotOf(
  entry: Pick<TimelineEntry, 'what' | 'payload'>,
): Record<string, unknown> | undefined {
  const all = Object.values(entry.payload)
  const payout = entry.payload.payout?.entity
  // A wallet loses and regains a payout with what it costs.
  if (payout && entry.what.startsWith('wallet.'))
    return { ...payout, amount: Number(payout.amount) + Number(payout.fees) + Number(payout.tax) }
  // A refund to a wallet comes with the payment that it gives back.
  if (entry.payload.refund && entry.what.startsWith('wallet.')) return entry.payload.refund.entity
  return (entry.payload[entry.what.split('.')[0] ?? ''] ?? (all.length === 1 ? all[0] : undefined))?.entity
}

export function amountOf(entity: Record<string, unknown> | undefined): Amount {
  const { amount, currency } = entity ?? {}
  return {
    amount: typeof amount === 'number' ? amount : null,
    currency: typeof currency === 'string' ? currency : null,
  }
}

/** What is worth a line under it: why it failed, how fast it was, the references of the bank. */
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
