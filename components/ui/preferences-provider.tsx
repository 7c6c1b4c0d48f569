'use client'
import type { ReactNode } from 'react'
import type { Preferences } from '#lib/values/preferences.ts'
import { PreferencesContext } from './preferences-context.ts'

/** Gives client components what the cookies said when the page was made. */
export function PreferencesProvider({ value, children }: { value: Preferences; children: ReactNode }) {
  return <PreferencesContext value={value}>{children}</PreferencesContext>
}
