'use client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

// "Online" says nothing here: the server may be on the same machine. A failed request is not repeated at once.
const DEFAULTS = { queries: { retry: false, networkMode: 'always' } } as const

/** Around everything that reads from the server while its page is open. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(() => new QueryClient({ defaultOptions: DEFAULTS }))
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
