import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type Tone = 'plain' | 'good' | 'wait' | 'hold' | 'bad' | 'back'

const PILL =
  'inline-flex items-center gap-[5px] rounded-[10px] py-px pr-[8px] pl-[6px] text-[0.75rem]/4.5 font-[540] whitespace-nowrap not-has-[svg]:pl-[8px] high-contrast:outline high-contrast:outline-current [&_svg]:size-[11px] [&_svg]:flex-none'

const TONES: Record<Tone, string> = {
  plain: 'bg-plain-tint text-ink-2',
  good: 'bg-good-tint text-good',
  wait: 'bg-wait-tint text-wait',
  hold: 'bg-hold-tint text-hold',
  bad: 'bg-bad-tint text-bad',
  back: 'bg-back-tint text-back',
}

export function pillLook(tone: Tone): string | undefined {
  return classNames(PILL, TONES[tone])
}

type PillProps = {
  tone?: Tone
  icon?: ReactNode
  /** One sentence, shown on hover. */
  hint?: string
  children: ReactNode
}

/** A state in a shape, an icon and a word; the colour only repeats them. */
export function Pill({ tone = 'plain', icon, hint, children }: PillProps) {
  return (
    <span className={pillLook(tone)} data-pill="" title={hint} data-hint={hint ? '' : undefined}>
      {icon}
      {children}
    </span>
  )
}
