import type { Tone } from '#components/ui/pill.tsx'
import type { glyphs } from '#components/ui/status-glyphs.tsx'
import type { BankFileFormat, LineStatus, MatchedBy } from '#lib/domain/bank-statements/schema.ts'
import { countText } from '#lib/values/number-text.ts'

type Look = { word: string; tone: Tone; icon: keyof typeof glyphs; hint: string }

export const LINE_LOOKS: Record<LineStatus, Look> = {
  matched: {
    word: 'Matched',
    tone: 'good',
    icon: 'check',
    hint: 'The credit pays a settlement of the same amount.',
  },
  differs: {
    word: 'Amount differs',
    tone: 'bad',
    icon: 'half',
    hint: 'The credit pays a settlement with another amount.',
  },
  accepted: {
    word: 'Accepted',
    tone: 'good',
    icon: 'check',
    hint: 'The credit differs from its settlement, and a team member accepted that.',
  },
  unmatched: {
    word: 'Unmatched',
    tone: 'wait',
    icon: 'ring',
    hint: 'No settlement was found for this credit.',
  },
  ignored: {
    word: 'Ignored',
    tone: 'plain',
    icon: 'ring',
    hint: 'A team member said why this credit pays no settlement.',
  },
  debit: { word: 'Debit', tone: 'plain', icon: 'partBack', hint: 'Debits are not matched.' },
}

/** The format of a file, after a comma. A table is CSV, a workbook or a page of an internet bank. */
export const FORMAT_LABELS: Record<BankFileFormat, string> = {
  'camt.053': 'camt.053',
  mt940: 'MT940',
  table: 'a table',
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
