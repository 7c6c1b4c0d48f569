'use client'
import { ArrowUp } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useTransition } from 'react'
import { usePolled } from '#components/shared/queries.ts'
import { Button } from '#components/ui/button.tsx'

export type NewItemsProps = {
  /** The newest that is shown; null when none is. */
  than: string | null
  /** The first page of the same list; `newer` below it tells how many have come since. */
  href: string
  /** The noun of the counted rows, in the singular: "payment". */
  noun: string
  /** How often is asked, in milliseconds. */
  every?: number
}

/** "3 new payments", above the list: nothing moves until it is pressed. */
export function NewItemsCount({ than, href, noun, every = 10_000 }: NewItemsProps) {
  const router = useRouter()
  const [pending, startTransition] = useTransition()
  const { count } = usePolled(newerPath(href, than), every, { count: 0 })
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

function newerPath(href: string, than: string | null): string {
  const [path = '', query] = href.split('?')
  const search = new URLSearchParams(query)
  search.delete('count')
  if (than !== null) search.set('than', than)
  return `${path}/newer?${search}`
}

function wordsOf(count: number, noun: string): string {
  if (count === 1) return `1 new ${noun}`
  return count < 100 ? `${count} new ${noun}s` : `100 or more new ${noun}s`
}
