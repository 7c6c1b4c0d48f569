import type { Grouping } from './money-text.ts'

const THEMES = ['system', 'light', 'dark', 'contrast'] as const
export type Theme = (typeof THEMES)[number]

const DENSITIES = ['comfortable', 'compact'] as const
type Density = (typeof DENSITIES)[number]

const GROUPINGS = ['indian', 'western'] as const satisfies readonly Grouping[]

/** How a person wants to see things. Kept in cookies, so that the first byte of a page is already right. */
export type Preferences = {
  theme: Theme
  density: Density
  grouping: Grouping
  /** IANA name; days begin and end in this zone. */
  time_zone: string
  /** Whether the sidebar shows its words. */
  sidebar: 'wide' | 'narrow'
}

export const DEFAULT_PREFERENCES: Preferences = {
  theme: 'system',
  density: 'comfortable',
  grouping: 'indian',
  time_zone: 'Asia/Kolkata',
  sidebar: 'wide',
}

export type PreferenceName = keyof Preferences
export const PREFERENCE_NAMES = Object.keys(DEFAULT_PREFERENCES) as PreferenceName[]

/** The cookie that keeps a preference. */
export function preferenceCookie(name: PreferenceName): string {
  return `counterfoil-${name.replace('_', '-')}`
}

/** Whether a text is a value that the preference may have. */
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
  }
}

/** Reads preferences by name of cookie; what is absent or odd is the default. */
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
