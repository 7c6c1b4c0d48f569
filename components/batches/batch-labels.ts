import type { Tone } from '#components/ui/pill.tsx'
import type { glyphs } from '#components/ui/status-glyphs.tsx'
import type { BatchKind, BatchStatus, RowStatus } from '#lib/domain/batches/schema.ts'

export const BATCH_KIND_LABELS: Record<BatchKind, string> = { refund: 'Refunds', capture: 'Captures' }

type Look = { tone: Tone; icon: keyof typeof glyphs; word: string; hint: string }

export const BATCH_LOOKS: Record<BatchStatus, Look> = {
  checked: {
    tone: 'wait',
    icon: 'ring',
    word: 'Not started',
    hint: 'The rows are checked. No money has moved.',
  },
  running: { tone: 'hold', icon: 'half', word: 'Running', hint: 'Rows are processed one at a time.' },
  paused: {
    tone: 'wait',
    icon: 'clock',
    word: 'Paused',
    hint: 'The remaining rows are processed when you resume the batch.',
  },
  cancelled: {
    tone: 'plain',
    icon: 'cross',
    word: 'Cancelled',
    hint: 'The remaining rows are not processed.',
  },
  finished: { tone: 'good', icon: 'check', word: 'Finished', hint: 'Every row has its result.' },
}

export const ROW_LOOKS: Record<RowStatus, Look> = {
  ready: { tone: 'plain', icon: 'ring', word: 'Ready', hint: 'Passed the check.' },
  rejected: {
    tone: 'bad',
    icon: 'cross',
    word: 'Rejected',
    hint: 'The check found a problem. The row is not processed.',
  },
  done: { tone: 'good', icon: 'check', word: 'Done', hint: 'Processed.' },
  waiting: {
    tone: 'wait',
    icon: 'sand',
    word: 'Needs approval',
    hint: 'Above a threshold. A second person decides.',
  },
  failed: { tone: 'bad', icon: 'half', word: 'Failed', hint: 'No money has moved for this row.' },
  left: { tone: 'plain', icon: 'back', word: 'Cancelled', hint: 'The batch was cancelled before its turn.' },
}
