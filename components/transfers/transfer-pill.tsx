import { Pill, type Tone } from '#components/ui/pill.tsx'
import { glyphs } from '#components/ui/status-glyphs.tsx'
import type { ListedTransfer } from '#lib/domain/transfers/schema.ts'

type Look = { tone: Tone; icon: keyof typeof glyphs; word: string; hint: string }

const LOOKS: Record<ListedTransfer['status'], Look> = {
  created: {
    tone: 'hold',
    icon: 'clock',
    word: 'On hold',
    hint: 'Deducted from your balance. Added to the wallet when the hold ends.',
  },
  processed: { tone: 'good', icon: 'check', word: 'Processed', hint: 'The amount is in the wallet.' },
  failed: {
    tone: 'bad',
    icon: 'cross',
    word: 'Failed',
    hint: 'The wallet was not credited. The amount is in your balance.',
  },
}

/** The state of a transfer in a shape, an icon and a word. */
export function TransferPill({ status }: { status: ListedTransfer['status'] }) {
  const { tone, icon, word, hint } = LOOKS[status]
  return (
    <Pill tone={tone} icon={glyphs[icon]} hint={hint}>
      {word}
    </Pill>
  )
}

/** The word for a state: "On hold". */
export function transferWord(status: ListedTransfer['status']): string {
  return LOOKS[status].word
}
