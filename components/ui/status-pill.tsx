import type { OrderStatus } from '#lib/domain/orders/schema.ts'
import type { PaymentStatus } from '#lib/domain/payments/schema.ts'
import type { PayoutStatus } from '#lib/domain/payouts/schema.ts'
import type { RefundStatus } from '#lib/domain/refunds/schema.ts'
import type { SettlementStatus } from '#lib/domain/settlements/schema.ts'
import { Pill, type Tone } from './pill.tsx'
import { glyphs } from './status-glyphs.tsx'

type Look = { tone: Tone; icon: keyof typeof glyphs; word: string; hint: string }

/** Status labels, each with a hint of one sentence. */
const payment: Record<PaymentStatus, Look> = {
  created: {
    tone: 'plain',
    icon: 'ring',
    word: 'Created',
    hint: 'Payment started. Waiting for the bank.',
  },
  authorized: {
    tone: 'hold',
    icon: 'clock',
    word: 'Authorized',
    hint: 'The amount is authorized. Capture it before the authorization expires.',
  },
  captured: {
    tone: 'good',
    icon: 'check',
    word: 'Captured',
    hint: 'The amount is in your balance.',
  },
  refunded: {
    tone: 'back',
    icon: 'back',
    word: 'Refunded',
    hint: 'Fully refunded to the payer.',
  },
  failed: {
    tone: 'bad',
    icon: 'cross',
    word: 'Failed',
    hint: 'The payment failed. No money was charged.',
  },
}
const refund: Record<RefundStatus, Look> = {
  pending: {
    tone: 'wait',
    icon: 'sand',
    word: 'Pending',
    hint: 'Deducted from your balance. Waiting for the bank to pay the payer.',
  },
  processed: {
    tone: 'good',
    icon: 'check',
    word: 'Processed',
    hint: 'The bank sent the amount to the payer.',
  },
  failed: {
    tone: 'bad',
    icon: 'cross',
    word: 'Failed',
    hint: 'The bank could not process this refund. The amount is back in your balance.',
  },
}
const payout: Record<PayoutStatus, Look> = {
  processing: {
    tone: 'wait',
    icon: 'sand',
    word: 'Processing',
    hint: 'Deducted from the wallet. Waiting for the bank.',
  },
  processed: {
    tone: 'good',
    icon: 'check',
    word: 'Processed',
    hint: 'The bank sent the amount to the account.',
  },
  reversed: {
    tone: 'back',
    icon: 'back',
    word: 'Reversed',
    hint: 'The bank could not process this payout. Amount, fees and tax are back in the wallet.',
  },
}
const settlement: Record<SettlementStatus, Look> = {
  created: {
    tone: 'wait',
    icon: 'sand',
    word: 'Created',
    hint: 'Deducted from your balance. Waiting for the bank.',
  },
  processed: {
    tone: 'good',
    icon: 'check',
    word: 'Processed',
    hint: 'The bank paid the amount to your account.',
  },
  failed: {
    tone: 'bad',
    icon: 'cross',
    word: 'Failed',
    hint: 'The bank could not pay. The amount is back in your balance and part of the next settlement.',
  },
}
const order: Record<OrderStatus, Look> = {
  created: { tone: 'plain', icon: 'ring', word: 'Created', hint: 'No payment attempts yet.' },
  attempted: {
    tone: 'wait',
    icon: 'half',
    word: 'Attempted',
    hint: 'Payment attempted, not paid yet.',
  },
  paid: {
    tone: 'good',
    icon: 'check',
    word: 'Paid',
    hint: 'Paid in full. Stays paid after a refund.',
  },
}

type StatusPillProps =
  | { kind: 'payment'; status: PaymentStatus }
  | { kind: 'refund'; status: RefundStatus }
  | { kind: 'order'; status: OrderStatus }
  | { kind: 'payout'; status: PayoutStatus }
  | { kind: 'settlement'; status: SettlementStatus }

export function StatusPill(props: StatusPillProps) {
  const { tone, icon, word, hint } = statusLook(props)
  return (
    <Pill tone={tone} icon={glyphs[icon]} hint={hint}>
      {word}
    </Pill>
  )
}

/** The label of a status within a sentence or a filter: "Captured". */
export function statusWord(props: StatusPillProps): string {
  return statusLook(props).word
}

/** How much of a payment has gone back, beside its status; nothing when nothing has, or when the status says it. */
export function RefundBadge({ status }: { status: 'partial' | 'full' | null }) {
  if (status === null) return null
  const part = status === 'partial'
  return (
    <Pill
      tone="back"
      icon={part ? glyphs.partBack : glyphs.back}
      hint={part ? 'Partially refunded to the payer.' : 'Fully refunded to the payer.'}
    >
      {part ? 'Partially refunded' : 'Refunded'}
    </Pill>
  )
}

function statusLook(props: StatusPillProps): Look {
  if (props.kind === 'payment') return payment[props.status]
  if (props.kind === 'refund') return refund[props.status]
  if (props.kind === 'payout') return payout[props.status]
  if (props.kind === 'settlement') return settlement[props.status]
  return order[props.status]
}
