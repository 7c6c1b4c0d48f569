'use client'
import { createContext } from 'react'
import { DEFAULT_PREFERENCES, type Preferences } from '#lib/values/preferences.ts'

export const PreferencesContext = createContext<Preferences>(DEFAULT_PREFERENCES)
