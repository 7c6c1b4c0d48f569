import type { Tone } from '#components/ui/pill.tsx'
import type { LineStatus, MatchedBy } from '#lib/domain/bank-statements/schema.ts'
import { countText } from '#lib/values/count-text.ts'

export const LINE_LOOKS: Record<LineStatus, { word: string; tone: Tone; hint: string }> = {
  matched: { word: 'Matched', tone: 'good', hint: 'The credit pays a settlement of the same amount.' },
  differs: {
    word: 'Amount differs',
    tone: 'bad',
    hint: 'The credit pays a settlement with another amount.',
  },
  unmatched: { word: 'Unmatched', tone: 'wait', hint: 'No settlement was found for this credit.' },
  debit: { word: 'Debit', tone: 'plain', hint: 'Debits are not matched.' },
}

export const MATCHED_BY_LABELS: Record<MatchedBy, string> = {
  reference: 'By reference',
  amount: 'By amount and date',
  person: 'By a team member',
}

/** 1 line, 2 lines. */
export function linesText(count: number): string {
  return countText(count, 'line', 'lines')
}
