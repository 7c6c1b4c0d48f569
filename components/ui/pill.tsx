import type { ReactNode } from 'react'

export type Tone = 'plain' | 'good' | 'wait' | 'hold' | 'bad' | 'back'

export function pillLook(tone: Tone): string {
  return `pill pill-${tone}`
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
    <span className={pillLook(tone)} title={hint}>
      {icon}
      {children}
    </span>
  )
}
