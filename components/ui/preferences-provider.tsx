'use client'
import { createContext, type ReactNode } from 'react'
import { DEFAULT_PREFERENCES, type Preferences } from '#lib/values/preferences.ts'

export const PreferencesContext = createContext<Preferences>(DEFAULT_PREFERENCES)

/** Gives client components what the cookies said when the page was made. */
export function PreferencesProvider({ value, children }: { value: Preferences; children: ReactNode }) {
  return <PreferencesContext value={value}>{children}</PreferencesContext>
}
