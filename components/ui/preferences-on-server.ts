import { cookies } from 'next/headers'
import { cache, use } from 'react'
import { type Preferences, readPreferences } from '#lib/values/preferences.ts'

/** `usePreferences` for server components: from the cookies of the request, read once. */
export function usePreferences(): Preferences {
  return use(preferencesOfRequest())
}

const preferencesOfRequest = cache(async () => {
  const jar = await cookies()
  return readPreferences((name) => jar.get(name)?.value)
})
