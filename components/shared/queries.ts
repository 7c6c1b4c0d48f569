'use client'
import { QueryClient, skipToken, type UseQueryOptions, useQuery } from '@tanstack/react-query'

/**
 * The server's response to current input.
 * @param path null while there is too little to look up
 * @param delay how long typing must pause before the request is sent, in milliseconds
 * @returns the response for exactly this path; undefined until it has arrived, and when it failed
 */
export function useLookup<T>(path: string | null, delay = 250): T | undefined {
  return useData<T>({
    queryKey: ['lookup', path],
    queryFn:
      path === null
        ? skipToken
        : async ({ signal }) => {
            await new Promise((resolve) => setTimeout(resolve, delay))
            signal.throwIfAborted()
            return readJson<T>(path, signal)
          },
    refetchOnWindowFocus: false,
  })
}

/**
 * Something that may change while its page is open: read again and again, only while the page is visible. It ends when
 * the person is signed out or may no longer read it.
 * @param initial what the page was drawn with; without it the first request is sent at once
 */
export function usePolled<T>(path: string, every: Interval): T | undefined
export function usePolled<T>(path: string, every: Interval, initial: T): T
export function usePolled<T>(path: string, every: Interval, initial?: T): T | undefined {
  const interval = () => (typeof every === 'number' ? every : every())
  return useData<T>({
    queryKey: ['polled', path],
    queryFn: ({ signal }) => readJson<T>(path, signal),
    refetchInterval: ({ state: { error } }) => nextAfter(error, interval()),
    // The page has newer data than the cached response for the one before it.
    gcTime: 0,
    ...(initial === undefined ? {} : { initialData: initial, staleTime: interval() }),
  })
}

/** The client comes with the first component that reads, so that pages which read nothing do without. */
function useData<T>(options: UseQueryOptions<T>): T | undefined {
  return useQuery(options, browserClient ?? newClient()).data
}

function newClient(): QueryClient {
  // "Online" says nothing here: the server may be on the same machine. A failed request is not repeated at once.
  return new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
}

/** One for the browser, which watches the focus of the window. The server has none that two requests share. */
const browserClient = typeof window === 'undefined' ? undefined : newClient()
browserClient?.mount()

/** In milliseconds; a function where it grows with the time that has passed. */
type Interval = number | (() => number)

const SLOW = 30_000

function nextAfter(error: Error | null, every: number): number | false {
  if (error === null) return every
  const final = error instanceof ReadError && error.status >= 400 && error.status < 500
  return final ? false : Math.max(SLOW, every)
}

/** A response that is not the JSON that was asked for. */
class ReadError extends Error {
  readonly status: number
  constructor(path: string, status: number) {
    super(`${path} returned ${status}.`)
    this.status = status
  }
}

/** A GET of this site that returns JSON. Routes of the dashboard redirect to the sign-in page when no one is signed in. */
async function readJson<T>(path: string, signal: AbortSignal): Promise<T> {
  const response = await fetch(path, { signal, redirect: 'manual', headers: { Accept: 'application/json' } })
  if (response.type === 'opaqueredirect') throw new ReadError(path, 401)
  if (!response.ok) throw new ReadError(path, response.status)
  return (await response.json()) as T
}
