import { Pill } from '#components/ui/pill.tsx'
import { glyphs } from '#components/ui/status-glyphs.tsx'
import { type Key, keyStateOf } from '#lib/domain/api-keys/schema.ts'
import { STATES } from './key-labels.ts'

const ICONS = { active: 'check', ending: 'clock', expired: 'ring', revoked: 'cross' } as const

export function KeyPill({
  value,
  now,
}: {
  value: Pick<Key, 'expires_at' | 'revoked_at' | 'replaced_by'>
  now: number
}) {
  const state = keyStateOf(value, now)
  const { tone, word, hint } = STATES[state]
  if (value.replaced_by !== null && (state === 'active' || state === 'ending'))
    return (
      <Pill tone="wait" icon={glyphs.half} hint="Replaced by another key. This key works until it expires.">
        Being replaced
      </Pill>
    )
  return (
    <Pill tone={tone} icon={glyphs[ICONS[state]]} hint={hint}>
      {word}
    </Pill>
  )
}
