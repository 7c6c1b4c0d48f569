'use client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

/** Around what asks the server again and again. Asks only while its page is looked at, and gives up quietly when signed out. */
export function Polling({ children }: { children: ReactNode }) {
  const [client] = useState(
    () => new QueryClient({ defaultOptions: { queries: { retry: false, refetchOnWindowFocus: true } } }),
  )
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

/** A GET of this site that answers with JSON. @throws when it does not */
export async function askJson<T>(path: string, signal: AbortSignal): Promise<T> {
  const response = await fetch(path, { signal, headers: { Accept: 'application/json' } })
  if (!response.ok) throw new Error(`${path} returned ${response.status}.`)
  return (await response.json()) as T
}
