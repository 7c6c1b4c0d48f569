import { use } from 'react'
import type { Preferences } from '#lib/values/preferences.ts'
import { PreferencesContext } from './preferences-provider.tsx'

/**
 * The reader's format of figures and times. One name on server and client: package.json maps this file to
 * preferences-on-server.ts where React runs as server components, so that Money and Time are the same component
 * everywhere and a list of them ships no script.
 */
export function usePreferences(): Preferences {
  return use(PreferencesContext)
}
