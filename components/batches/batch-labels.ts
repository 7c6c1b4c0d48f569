import type { Tone } from '#components/ui/pill.tsx'
import type { BatchKind, BatchStatus, RowStatus } from '#lib/domain/batches/schema.ts'

export const KIND_LABELS: Record<BatchKind, string> = { refund: 'Refunds', capture: 'Captures' }

type Look = { tone: Tone; word: string; hint: string }

export const BATCH_LOOKS: Record<BatchStatus, Look> = {
  checked: { tone: 'wait', word: 'Not started', hint: 'The rows are checked. No money has moved.' },
  running: { tone: 'hold', word: 'Running', hint: 'Rows are processed one at a time.' },
  paused: {
    tone: 'wait',
    word: 'Paused',
    hint: 'The remaining rows are processed when you resume the batch.',
  },
  cancelled: { tone: 'plain', word: 'Cancelled', hint: 'The remaining rows are not processed.' },
  finished: { tone: 'good', word: 'Finished', hint: 'Every row has its result.' },
}

export const ROW_LOOKS: Record<RowStatus, Look> = {
  ready: { tone: 'plain', word: 'Ready', hint: 'Passed the check.' },
  rejected: { tone: 'bad', word: 'Rejected', hint: 'The check found a problem. The row is not processed.' },
  done: { tone: 'good', word: 'Done', hint: 'Processed.' },
  waiting: { tone: 'wait', word: 'Needs approval', hint: 'Above a threshold. A second person decides.' },
  failed: { tone: 'bad', word: 'Failed', hint: 'No money has moved for this row.' },
  left: { tone: 'plain', word: 'Cancelled', hint: 'The batch was cancelled before its turn.' },
}
