import type { Tone } from '#components/ui/pill.tsx'
import type { glyphs } from '#components/ui/status-glyphs.tsx'
import {
  type DifferenceKind,
  type DifferenceState,
  type DifferenceSubject,
  KIND_WORDS,
  type Side,
} from '#lib/domain/gateway-checks/schema.ts'
import { formatMoney, type Grouping } from '#lib/values/money-text.ts'
import { capitalized } from '#lib/values/text.ts'

type Look = { word: string; tone: Tone; icon: keyof typeof glyphs; hint: string }

export const STATE_LOOKS: Record<DifferenceState, Look> = {
  open: {
    word: 'Open',
    tone: 'wait',
    icon: 'half',
    hint: 'The last comparison found it, and it is not acknowledged.',
  },
  acknowledged: {
    word: 'Acknowledged',
    tone: 'plain',
    icon: 'check',
    hint: 'A team member said why it stays.',
  },
  solved: { word: 'Solved', tone: 'good', icon: 'check', hint: 'A later comparison no longer found it.' },
}

export const SUBJECT_WORDS: Record<DifferenceSubject, string> = {
  payment: 'Payment',
  refund: 'Refund',
  settlement: 'Settlement',
}

/** Where the records of a kind are. */
export const SUBJECT_PATHS: Record<DifferenceSubject, string> = {
  payment: '/payments',
  refund: '/refunds',
  settlement: '/settlements',
}

export function differenceWord(kind: DifferenceKind): string {
  return KIND_WORDS[kind]
}

type Shown = { kind: DifferenceKind; currency: string }

/** What differs, as one side has it: "Captured", "₹1,250.00". A missing record has no text. */
export function sideText(side: Side | null, { kind, currency }: Shown, grouping?: Grouping): string | null {
  if (side === null) return null
  const money = (amount: number | null | undefined) =>
    amount === null || amount === undefined ? 'no amount' : formatMoney(amount, currency, grouping)
  if (kind === 'status') return capitalized(side.status)
  if (kind === 'fee') return `${money(side.fee)}, tax ${money(side.tax)}`
  if (kind === 'refunds') return money(side.amount_refunded)
  if (kind === 'amount') return money(side.amount)
  return `${money(side.amount)}, ${side.status}`
}
