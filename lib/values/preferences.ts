import type { Grouping } from './money-text.ts'

const THEMES = ['system', 'light', 'dark', 'contrast'] as const
export type Theme = (typeof THEMES)[number]

const DENSITIES = ['comfortable', 'compact'] as const
type Density = (typeof DENSITIES)[number]

const GROUPINGS = ['indian', 'western'] as const satisfies readonly Grouping[]

/** A person's display preferences. Kept in cookies, so that the first response is already correct. */
export type Preferences = {
  theme: Theme
  density: Density
  grouping: Grouping
  /** IANA name; days begin and end in this zone. */
  time_zone: string
  /** Whether the sidebar shows its labels. */
  sidebar: 'wide' | 'narrow'
  /** Whether single keys are shortcuts (WCAG 2.1.4). */
  shortcuts: 'on' | 'off'
  /** Whether the trends above lists are unfolded. */
  pictures: 'folded' | 'open'
}

export const DEFAULT_PREFERENCES: Preferences = {
  theme: 'system',
  density: 'comfortable',
  grouping: 'indian',
  time_zone: 'Asia/Kolkata',
  sidebar: 'wide',
  shortcuts: 'on',
  pictures: 'folded',
}

export type PreferenceName = keyof Preferences
export const PREFERENCE_NAMES = Object.keys(DEFAULT_PREFERENCES) as PreferenceName[]

export function preferenceCookie(name: PreferenceName): string {
  return `counterfoil-${name.replace('_', '-')}`
}

/** Whether a text is a valid value of the preference. */
export function isPreference(name: PreferenceName, value: unknown): boolean {
  if (typeof value !== 'string') return false
  switch (name) {
    case 'theme':
      return THEMES.includes(value as Theme)
    case 'density':
      return DENSITIES.includes(value as Density)
    case 'grouping':
      return GROUPINGS.includes(value as Grouping)
    case 'time_zone':
      return isTimeZone(value)
    case 'sidebar':
      return value === 'wide' || value === 'narrow'
    case 'shortcuts':
      return value === 'on' || value === 'off'
    case 'pictures':
      return value === 'folded' || value === 'open'
  }
}

/** Reads preferences from cookies; an absent or invalid one gets its default. */
export function readPreferences(cookie: (name: string) => string | undefined): Preferences {
  const found = PREFERENCE_NAMES.flatMap((name) => {
    const value = cookie(preferenceCookie(name))
    return isPreference(name, value) ? [[name, value]] : []
  })
  return { ...DEFAULT_PREFERENCES, ...Object.fromEntries(found) }
}

function isTimeZone(value: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: value })
    return true
  } catch {
    return false
  }
}
