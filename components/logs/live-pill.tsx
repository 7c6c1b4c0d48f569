'use client'
import { useQuery } from '@tanstack/react-query'
import { ArrowUp } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useTransition } from 'react'
import { askJson, Polling } from '#components/record/polling.tsx'

type LivePillProps = {
  /** The newest request that is shown; null when none is. */
  than: string | null
  /** The first page of the same list. */
  href: string
}

const EVERY = 3000

/** The tail of the log: "12 new requests", above the list. Nothing moves until it is pressed. */
export function LivePill(props: LivePillProps) {
  return (
    <Polling>
      <Pill {...props} />
    </Polling>
  )
}

function Pill({ than, href }: LivePillProps) {
  const router = useRouter()
  const [pending, startTransition] = useTransition()
  const { data } = useQuery({
    queryKey: ['newer requests', href, than],
    queryFn: ({ signal }) => askJson<{ count: number }>(addressOf(href, than), signal),
    refetchInterval: (query) => (query.state.status === 'error' ? false : EVERY),
    staleTime: EVERY,
    enabled: typeof window !== 'undefined',
    initialData: { count: 0 },
  })
  return (
    <div role="status" className="pointer-events-none absolute inset-x-0 -top-1 z-10 flex justify-center">
      {data.count > 0 && (
        <button
          type="button"
          className="button pointer-events-auto rounded-full shadow-lifted"
          data-variant="primary"
          data-size="small"
          onClick={() =>
            startTransition(() => {
              router.push(href, { scroll: false })
              router.refresh()
            })
          }
        >
          <ArrowUp aria-hidden="true" />
          {pending ? 'Loading…' : wordsOf(data.count)}
        </button>
      )}
    </div>
  )
}

function addressOf(href: string, than: string | null): string {
  const { searchParams } = new URL(href, location.href)
  searchParams.delete('count')
  if (than !== null) searchParams.set('than', than)
  return `/logs/newer?${searchParams}`
}

function wordsOf(count: number): string {
  if (count === 1) return '1 new request'
  return count < 100 ? `${count} new requests` : '100 or more new requests'
}
