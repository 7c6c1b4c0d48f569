import {
  ACTIONS,
  grantsOf,
  isEverything,
  PRESETS,
  RESOURCES,
} from '#lib/domain/api-keys/schema/key-scopes.ts'
import type { KeyState } from '#lib/domain/api-keys/schema.ts'

/** The permissions of a key, in a few words each: "Orders: write", "Refund". */
export function scopeWords(scopes: readonly string[]): string[] {
  if (isEverything(scopes)) return ['Full access']
  const { levels, actions } = grantsOf(scopes)
  return [
    ...ACTIONS.filter(({ name }) => actions.includes(name)).map(({ label }) => label),
    ...RESOURCES.flatMap(({ name, label }) => (levels[name] === 'none' ? [] : [`${label}: ${levels[name]}`])),
  ]
}

/** The same for a row: whose preset it is, or how much it is. */
export function scopeSummary(scopes: readonly string[]): { word: string; rest: string } {
  const words = scopeWords(scopes)
  const preset = PRESETS.find(({ grants }) => sameWords(words, grants))
  if (preset && preset.name !== 'full') return { word: preset.label, rest: words.join(', ') }
  if (words.length <= 1) return { word: words[0] ?? 'None', rest: '' }
  return { word: `${words[0]}, ${words.length - 1} more`, rest: words.join(', ') }
}

function sameWords(words: string[], grants: ReturnType<typeof grantsOf>): boolean {
  const own = [
    ...ACTIONS.filter(({ name }) => grants.actions.includes(name)).map(({ label }) => label),
    ...RESOURCES.flatMap(({ name, label, writes }) => {
      const level = grants.levels[name] === 'write' && writes.length === 0 ? 'read' : grants.levels[name]
      return level === 'none' ? [] : [`${label}: ${level}`]
    }),
  ]
  return own.join() === words.join()
}

export const STATES: Record<
  KeyState,
  { tone: 'good' | 'wait' | 'plain' | 'bad'; word: string; hint: string }
> = {
  active: { tone: 'good', word: 'Active', hint: 'This key is active.' },
  ending: { tone: 'wait', word: 'Expires soon', hint: 'This key expires within 14 days.' },
  expired: { tone: 'plain', word: 'Expired', hint: 'This key has expired. Its requests are rejected.' },
  revoked: { tone: 'bad', word: 'Revoked', hint: 'This key was revoked. Its requests are rejected.' },
}

export const OVERLAP_LABELS: Record<number, string> = {
  0: 'now',
  3600: 'in 1 hour',
  86400: 'in 24 hours',
  604800: 'in 7 days',
}
