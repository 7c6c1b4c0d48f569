'use client'
import { useRouter } from 'next/navigation'
import { useTransition } from 'react'
import { Button } from '#components/ui/button.tsx'
import { ArrowUp } from '#components/ui/icons.tsx'
import { useLiveCount } from './use-live-count.ts'

export type NewItemsProps = {
  /** The newest that is shown; null when none is. */
  than: string | null
  /** The first page of the same list; `live` below it tells how many have come since. */
  href: string
  /** The noun of the counted rows, in the singular: "payment". */
  noun: string
}

/** "3 new payments", above the list: nothing moves until it is pressed. */
export function NewItemsCount({ than, href, noun }: NewItemsProps) {
  const router = useRouter()
  const [pending, startTransition] = useTransition()
  const count = useLiveCount(livePath(href, than))
  return (
    <div
      role="status"
      data-list-control="newer"
      className="pointer-events-none absolute inset-x-0 -top-1 z-10 flex justify-center"
    >
      {count > 0 && (
        <Button
          data-newer=""
          variant="primary"
          size="small"
          className="pointer-events-auto rounded-full shadow-lifted"
          onClick={() =>
            startTransition(() => {
              router.push(href, { scroll: false })
              router.refresh()
            })
          }
        >
          <ArrowUp aria-hidden="true" />
          {pending ? 'Loading…' : wordsOf(count, noun)}
        </Button>
      )}
    </div>
  )
}

function livePath(href: string, than: string | null): string {
  const [path = '', query] = href.split('?')
  const search = new URLSearchParams(query)
  for (const name of ['count', 'cols', 'view', 'total']) search.delete(name)
  if (than !== null) search.set('than', than)
  return `${path}/live?${search}`
}

function wordsOf(count: number, noun: string): string {
  if (count === 1) return `1 new ${noun}`
  return count < 100 ? `${count} new ${noun}s` : `100 or more new ${noun}s`
}
